// In a game in one file: shows the lobby or a table, by what lies behind # in the address.
{
  const named = () => (/^#[tr]\//.test(location.hash) ? "table" : "lobby");
  let shown = null;

  const modules = {};
  for (const s of document.querySelectorAll("[data-module]")) modules[s.dataset.module] = URL.createObjectURL(new Blob([s.textContent], { type: "text/javascript" }));
  const map = document.createElement("script");
  Object.assign(map, { type: "importmap", textContent: JSON.stringify({ imports: modules }) });
  document.head.append(map);

  const show = (name) => {
    shown = name;
    for (const style of document.querySelectorAll("[data-of]")) style.media = style.dataset.of.includes(name) ? "all" : "not all";
    for (const e of [...document.body.children]) if (!e.matches("script, template")) e.remove();
    document.body.className = name;
    document.body.prepend(document.querySelector(`[data-page="${name}"]`).content.cloneNode(true));
    import(name + ".js").catch((e) => (document.body.prepend("This browser is too old for this page: " + e.message)));
  };

  // from the lobby to a table the worker goes on; all else begins anew from what was kept
  addEventListener("hashchange", () => (shown === "lobby" && named() === "table" ? show("table") : location.reload()));
  show(named());
}
