import { jakeId } from "@kibitz/contract"
import { completeSlash, findAgent, readSlash, slashCommands } from "@kibitz/domain"
import { sampleItem, sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { usualBindings } from "../../kernel/keys/bindings.ts"
import { settingsPages } from "../../kernel/settings/page-list.ts"
import { choose, runLine } from "./choose.ts"
import { agentEntries, commandEntries, completionEntries, type Entry, goingTo, namesOf, slashEntries } from "./entries.ts"
import { rank } from "./rank.ts"
import { readRecent, remember } from "./recent.ts"
import { pageWords, slashWords } from "./search-words.ts"
import { readField } from "./sources.ts"

const world = {
  ...sampleTeam([{ id: "jake" }, { id: "auth", under: "jake" }, { id: "ed", under: "auth" }]),
  attention: { i1: sampleItem("question", { id: "i1", agentId: "ed" }) },
}
const where = { source: "commands" as const, text: "", world, scope: jakeId }
const offer = {
  bindings: usualBindings,
  os: "other" as const,
  offers: () => true,
  refuses: () => null,
  pages: [{ id: "models", name: "Models and keys" }],
  closed: null,
  scopeName: "Ed",
}

function find(entries: readonly Entry[], key: string): Entry {
  return entries.find((entry) => entry.key === key) ?? expect.fail(`no ${key}`)
}

test("the prefix says what is searched; without one, what it was opened for", () => {
  expect(readField("auton", "commands")).toEqual({ source: "commands", query: "auton" })
  expect(readField("ed", "agents")).toEqual({ source: "agents", query: "ed" })
  expect(readField(">split", "agents")).toEqual({ source: "commands", query: "split" })
  expect(readField("@ed", "commands")).toEqual({ source: "agents", query: "ed" })
  expect(readField("?mode", "commands")).toEqual({ source: "help", query: "mode" })
  expect(readField("/mode b", "agents")).toEqual({ source: "slash", query: "/mode b" })
})

test("commands come from the table of actions, the table of slash commands and the settings, each with its key or hint", () => {
  const entries = commandEntries(offer)
  expect(find(entries, "action run-autonomous")).toMatchObject({ detail: "Ed", aside: "Ctrl+Shift+A", keys: "Control+Shift+A" })
  expect(find(entries, "slash mode").aside).toMatch(/^<chat\|/)
  expect(find(entries, "page models").title).toBe("Settings: Models and keys")
  expect(entries.filter(({ key }) => key.startsWith("slash "))).toHaveLength(slashCommands.length)
  expect(entries.some(({ key }) => key === "action approve" || key === "action palette")).toBe(false)
})

test("everyday words find what is called something else here, after what has the word in its title", () => {
  const entries = commandEntries({ ...offer, pages: settingsPages })
  const found = (word: string) => rank(entries, word).map(({ entry: { key } }) => key)
  for (const [word, key] of [
    ["dark", "page appearance"],
    ["theme", "page appearance"],
    ["font", "page appearance"],
    ["mute", "page attention"],
    ["exit", "page general"],
    ["quit", "page general"],
    ["export", "page data"],
    ["search", "action find-everywhere"],
    ["search", "slash find"],
    ["split", "action split"],
    ["background", "action tasks"],
  ] as const)
    expect([word, found(word)]).toEqual([word, expect.arrayContaining([key])])
  expect(found("split").indexOf("slash split")).toBeLessThan(found("split").indexOf("action split"))
  expect(Object.keys(pageWords).sort()).toEqual(settingsPages.map(({ id }) => id).sort())
  expect(Object.keys(slashWords).filter((name) => !slashCommands.some((command) => command.name === name))).toEqual([])
})

test("a name that begins so leads to its agent; a few of them, with who is above", () => {
  const found = goingTo(world, namesOf(world), " AU")
  expect(found.map(({ entry: { title, detail, act } }) => [title, detail, act.kind])).toEqual([["Go to auth", "jake", "agent"]])
  expect(found[0]?.marks).toEqual([6, 7])
  expect(goingTo(world, namesOf(world), "uth")).toEqual([])
})

test("what nobody does here is not listed; what cannot be done now says why", () => {
  const entries = commandEntries({
    ...offer,
    offers: (id) => id === "split" || id === "settings",
    refuses: (id) => (id === "split" ? "The window is too narrow." : null),
  })
  const acts = entries.filter(({ key }) => key.startsWith("action "))
  expect(acts.map(({ key }) => key)).toEqual(["action split", "action settings"])
  expect(choose(find(entries, "action split"), where)).toEqual({ kind: "refused", why: "The window is too narrow." })
  expect(choose(find(entries, "action settings"), where)).toEqual({ kind: "done", act: { kind: "action", id: "settings" } })
})

test("an agent is found by its name and by its room, and says what waits", () => {
  const entries = agentEntries(world)
  expect(entries.map(({ act }) => act.kind === "agent" && act.agentId)).toEqual(["jake", "auth", "ed"])
  const ed = find(entries, "agent ed")
  expect(ed.detail.split(" › ")).toHaveLength(2)
  expect(ed.needsYou).toBe(1)
  expect(choose(ed, where)).toMatchObject({ kind: "done", act: { agentId: "ed", asks: true } })
  expect(choose(find(entries, "agent jake"), where)).toMatchObject({ act: { agentId: "jake", asks: false } })
})

test("a command that only tells, shows or goes runs at once; one that changes something is written out first", () => {
  const entries = slashEntries(null)
  const step = (name: string) => choose(find(entries, `slash ${name}`), where)
  expect(step("status")).toEqual({ kind: "run", line: "/status", closesFirst: false })
  expect(step("settings")).toEqual({ kind: "run", line: "/settings", closesFirst: true })
  expect(step("attend")).toEqual({ kind: "run", line: "/attend", closesFirst: true })
  expect(step("dismiss")).toEqual({ kind: "write", text: "/dismiss" })
  expect(step("execute")).toEqual({ kind: "write", text: "/execute " })
  expect(step("stop")).toEqual({ kind: "write", text: "/stop " })
  expect(step("mode")).toEqual({ kind: "write", text: "/mode " })
})

test("no few letters and one Enter change anything, whatever command they lead to (ux 0.4, 0.5)", () => {
  const jake = findAgent(world, jakeId) ?? expect.fail("no Jake")
  let ran = 0
  for (const { name } of slashCommands) {
    const typed = `/${name.slice(0, -1)}`
    const items = completeSlash(typed).items
    for (const entry of completionEntries(items, true, null)) {
      const step = choose(entry, { ...where, source: "slash", text: typed })
      if (step.kind !== "run" || step.line === typed) continue
      const reading = readSlash(step.line, world, jake)
      expect(reading.ok && reading.effect.kind, step.line).toMatch(/^(view|go|answer)$/)
      ran += 1
    }
  }
  expect(ran).toBeGreaterThan(10)
})

test("a line that is written out runs, with its arguments", () => {
  const [item] = completeSlash("/dismiss").items
  const [entry] = completionEntries(item ? [item] : [], true, null)
  expect(entry && choose(entry, { ...where, source: "slash", text: "/dismiss" })).toEqual({
    kind: "run",
    line: "/dismiss",
    closesFirst: false,
  })
  expect(runLine("/spawn Noa count files ", world, jakeId)).toEqual({
    kind: "run",
    line: "/spawn Noa count files",
    closesFirst: false,
  })
  expect(runLine("/join ed", world, jakeId)).toMatchObject({ closesFirst: true })
  // What raises a power is asked about in a dialog, which must not lie below the palette.
  expect(runLine("/permission-profile trusted", world, jakeId)).toMatchObject({ closesFirst: true })
  expect(runLine("/permission-profile restricted", world, jakeId)).toMatchObject({ closesFirst: false })
})

test("in help, a command is written into the field to be looked at, never run", () => {
  for (const entry of slashEntries(null)) expect(choose(entry, { ...where, source: "help" }).kind).toBe("write")
})

test("F18: where nothing can be changed, only what shows something or moves the user can be chosen, and the others say why", () => {
  const closed = "Read-only: do it there."
  for (const entry of slashEntries(closed)) {
    const step = choose(entry, where)
    const name = entry.title.slice(1)
    const shows = ["join", "leave", "attend", "split", "pop", "pin", "audit", "find", "tasks", "access", "keys", "settings"]
    expect([name, step.kind === "refused"]).toEqual([name, !shows.includes(name)])
  }
  const [stop] = completionEntries(completeSlash("/sto").items, true, closed)
  expect(stop && choose(stop, { ...where, source: "slash", text: "/sto" })).toEqual({ kind: "refused", why: closed })
})

test("the last used are kept, each once, and broken ones do no harm", () => {
  const kept = new Map<string, string>()
  const keep = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  for (let at = 0; at < 30; at += 1) remember(keep, `action ${at}`)
  remember(keep, "action 28")
  expect(readRecent(keep).slice(0, 3)).toEqual(["action 28", "action 29", "action 27"])
  expect(readRecent(keep)).toHaveLength(12)
  for (const key of kept.keys()) kept.set(key, "{")
  expect(readRecent(keep)).toEqual([])
})
