// Owns: the list of slash commands. The composer, the palette, the help and rpc all read this one.
import { agentCommands } from "./agent-commands.ts"
import { answerCommands } from "./answer-commands.ts"
import { goCommands } from "./go-commands.ts"
import { nearest } from "./nearest.ts"
import { choice } from "./parts/arguments.ts"
import { answer, anyText, type SlashCommand, slashCommand } from "./parts/command.ts"
import { postureCommands } from "./posture-commands.ts"

const help = slashCommand({
  name: "help",
  aliases: ["?"],
  accepted: [choice(() => slashCommands.map(({ name }) => name), { name: "topic", optional: true })],
  help: "Lists the commands, or explains one.",
  parse: anyText,
  effect: (topic) => {
    if (topic === "") return answer(slashGroups.map(groupText).join("\n\n"))
    const command = findSlash(topic.replace(/^\//, ""))
    if (!command) return { refusal: noSuch(topic.replace(/^\//, "")) }
    const also = command.aliases.length > 0 ? [`Also: ${command.aliases.map((alias) => `/${alias}`).join(", ")}`] : []
    return answer(usage(command), command.help, ...also)
  },
})

/** As they are listed: what belongs together stands together. */
export const slashGroups: readonly { readonly title: string; readonly commands: readonly SlashCommand[] }[] = [
  { title: "How an agent works, and what it may do", commands: postureCommands },
  { title: "Agents and their work", commands: agentCommands },
  { title: "Getting about", commands: goCommands },
  { title: "Reports, lists and pages", commands: [...answerCommands, help] },
]

export const slashCommands: readonly SlashCommand[] = slashGroups.flatMap(({ commands }) => commands)

export function findSlash(word: string): SlashCommand | undefined {
  const wanted = word.toLowerCase()
  return slashCommands.find(({ name, aliases }) => name === wanted || aliases.includes(wanted))
}

/** A sentence for a word that is no command. */
export function noSuch(word: string): string {
  if (word.toLowerCase() === "sf") return "There is no /sf. Type the command by itself, for example /status."
  const meant = nearest(
    word.toLowerCase(),
    slashCommands.flatMap(({ name, aliases }) => [name, ...aliases]),
  )
  return `There is no /${word}.${meant ? ` Did you mean /${meant}?` : ""} /help lists the commands.`
}

function groupText({ title, commands }: (typeof slashGroups)[number]): string {
  return [title, ...commands.map((command) => `${usage(command)}: ${command.help}`)].join("\n")
}

function usage({ name, hint }: SlashCommand): string {
  return `/${name} ${hint}`.trim()
}
