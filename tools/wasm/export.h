/* export.h - functions that JavaScript calls. Texts that they return are freed by who called. */
#ifndef CANTRIP_TOOLS_WASM_EXPORT_H
#define CANTRIP_TOOLS_WASM_EXPORT_H

#define EXPORT __attribute__((used))

#endif
