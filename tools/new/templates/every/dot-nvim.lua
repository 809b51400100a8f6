-- Read by Neovim where 'exrc' is set, once you trust it.
-- :make runs the check, :copen shows what it finds.
vim.opt.makeprg = "cantrip check ."
vim.opt.errorformat = "%f:%l:%c: %trror: %m,%f:%l:%c: %tarning: %m,%-G%.%#"

-- Findings while you type, what a name is and where it is declared; and from the schemas, where yaml-language-server is
-- installed, which keys and words may be written.
local servers = { cantrip = { "cantrip", "lsp" }, yaml = { "yaml-language-server", "--stdio" } }
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "yaml", "lua" },
  callback = function(event)
    for name, cmd in pairs(servers) do
      if vim.fn.executable(cmd[1]) == 1 and vim.lsp.start and (name == "cantrip" or event.match == "yaml") then
        vim.lsp.start({ name = name, cmd = cmd, root_dir = vim.fn.getcwd() })
      end
    end
  end,
})
