/* system.h - what the sources of core and tools expect of a system and WebAssembly has not. The
 * compiler reads it before each of them. */
#ifndef CANTRIP_TOOLS_WASM_SYSTEM_H
#define CANTRIP_TOOLS_WASM_SYSTEM_H

#define RENAME_NOREPLACE 1
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);

#endif
