// Owns: which words after a code fence mean which grammar. The grammars themselves are loaded on demand (highlighter).

export const languages = [
  "bash",
  "css",
  "diff",
  "go",
  "html",
  "javascript",
  "json",
  "markdown",
  "python",
  "rust",
  "sql",
  "tsx",
  "typescript",
  "yaml",
] as const
export type Language = (typeof languages)[number]

const names: Readonly<Record<string, Language>> = {
  cjs: "javascript",
  console: "bash",
  golang: "go",
  htm: "html",
  js: "javascript",
  jsonc: "json",
  jsx: "tsx",
  md: "markdown",
  mjs: "javascript",
  mts: "typescript",
  patch: "diff",
  py: "python",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  svg: "html",
  ts: "typescript",
  xml: "html",
  yml: "yaml",
  zsh: "bash",
}

export function languageNamed(name: string): Language | null {
  const word = name.toLowerCase()
  const direct = languages.find((language) => language === word)
  return direct ?? (Object.hasOwn(names, word) ? (names[word] ?? null) : null)
}
