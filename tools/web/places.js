// Places in files, as short as they can be.

/** "cards/dragons.yaml:34:9" of {file, line, column}; below the game's own folder without it. */
export function place(f, folder) {
  const file = folder && f.file.startsWith(folder + "/") ? f.file.slice(folder.length + 1) : f.file;
  return [file, f.line, f.column].filter(Boolean).join(":");
}
