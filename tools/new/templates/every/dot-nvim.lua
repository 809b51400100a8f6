-- Read by Neovim where 'exrc' is set, once you trust it.
-- :make runs the check, :copen shows what it finds.
vim.opt.makeprg = "cantrip check ."
vim.opt.errorformat = "%f:%l:%c: %trror: %m,%f:%l:%c: %tarning: %m,%-G%.%#"

-- Keys, words, traits and verbs are completed and explained where yaml-language-server is installed.
if vim.fn.executable("yaml-language-server") == 1 and vim.lsp.start then
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "yaml",
    callback = function()
      vim.lsp.start({ name = "yaml", cmd = { "yaml-language-server", "--stdio" }, root_dir = vim.fn.getcwd() })
    end,
  })
end
