import { slashCommands, slashGroups } from "@kibitz/domain"
import fc from "fast-check"
import { expect, test } from "vitest"
import { readHelp } from "./help-text.ts"

const usage = ({ name, hint }: { name: string; hint: string }) => `/${name} ${hint}`.trim()
const entry = ({ name, hint, help }: (typeof slashCommands)[number]) => ({ name: `/${name}`, hint, help })
const line = (command: (typeof slashCommands)[number]) => `${usage(command)}: ${command.help}`

test("every command of the table is read as it is there, under its heading; without headings as one list", () => {
  const text = slashGroups.map(({ title, commands }) => [title, ...commands.map(line)].join("\n")).join("\n\n")
  const groups = slashGroups.map(({ title, commands }) => ({ title, entries: commands.map(entry) }))
  for (const asked of ["/help", "/HELP ", "/?"]) expect(readHelp(asked, text)).toEqual({ kind: "list", groups })
  expect(readHelp("/help", slashCommands.map(line).join("\n"))).toEqual({
    kind: "list",
    groups: [{ title: "", entries: slashCommands.map(entry) }],
  })
})

test("one command is told with what it takes, what it does and its other names", () => {
  for (const command of slashCommands)
    expect(readHelp(`/help ${command.name}`, `${usage(command)}\n${command.help}\nAlso: /x`)).toEqual({
      kind: "one",
      name: `/${command.name}`,
      hint: command.hint,
      told: [command.help, "Also: /x"],
    })
})

test("what another command says, and what is written in another way, is not taken for a list", () => {
  expect(readHelp("/status", "Agents\n/mode: x")).toBeNull()
  expect(readHelp("/helper", "/mode: x")).toBeNull()
  expect(readHelp("/help", "")).toBeNull()
  expect(readHelp("/help", "/mode without an explanation")).toBeNull()
  expect(readHelp("/help mode", "no such thing")).toBeNull()
})

test("nothing of what was said is lost, however it is written", () => {
  const word = fc.stringMatching(/^[a-z<>|[\]: /.-]{0,20}$/)
  fc.assert(
    fc.property(fc.constantFrom("/help", "/help mode"), fc.array(word, { maxLength: 6 }), (asked, lines) => {
      const help = readHelp(asked, lines.join("\n"))
      if (!help) return
      const told =
        help.kind === "one"
          ? [[help.name, help.hint, ...help.told]]
          : help.groups.map(({ title, entries }) => [title, ...entries.flatMap((one) => [one.name, one.hint, one.help])])
      const letters = (text: string) => text.replace(/[\s:]/g, "")
      expect(letters(told.flat().join(""))).toBe(letters(lines.join("")))
    }),
  )
})
