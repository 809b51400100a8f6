/* mcp.h - a server of the Model Context Protocol: a program works on the games of one folder, the
 * working directory. Its rules are in mcp.lua.
 *
 * https://modelcontextprotocol.io/specification/2025-06-18 */
#ifndef CANTRIP_TOOLS_MCP_MCP_H
#define CANTRIP_TOOLS_MCP_MCP_H

/* Answers messages from stdin until it ends. No call of a command takes longer than so many
 * seconds. The exit status. */
int mcp_serve(int seconds);

#endif
