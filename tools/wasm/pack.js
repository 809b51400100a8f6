// Anything as part of an address, and back: JSON, deflated, in letters that an address may have.

const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));

export async function pack(what) {
  const bytes = new Uint8Array(await through(JSON.stringify(what), new CompressionStream("deflate-raw")).arrayBuffer());
  const text = Array.from(bytes, (b) => String.fromCharCode(b)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return through(bytes, new DecompressionStream("deflate-raw")).json();
}
