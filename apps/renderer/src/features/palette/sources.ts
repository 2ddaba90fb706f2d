// Owns: what the first character of the field means.

export type PaletteMode = "commands" | "agents"
export type Source = "commands" | "agents" | "help" | "slash"

const prefixes: Readonly<Record<string, Source>> = { ">": "commands", "@": "agents", "?": "help", "/": "slash" }

/** Without a prefix, what the palette was opened for. A slash line keeps its slash. */
export function readField(text: string, mode: PaletteMode): { readonly source: Source; readonly query: string } {
  const source = prefixes[text.charAt(0)]
  if (source === undefined) return { source: mode, query: text }
  return { source, query: source === "slash" ? text : text.slice(1) }
}

export const sourceLabels: Readonly<Record<Source, string>> = {
  commands: "Commands",
  agents: "Agents",
  help: "What the commands do",
  slash: "Slash commands",
}
