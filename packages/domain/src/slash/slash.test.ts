// Every slash command: what it is called, what may follow it, and what comes of it.

import type { ClientCommandInput } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { isSlash } from "../kernel/slash-line.ts"
import { agentAt, sampleTime, sampleTurn, sampleWorld, withPosture } from "../testing/sample-world.ts"
import { completeSlash } from "./complete.ts"
import type { SlashEffect } from "./parts/command.ts"
import { readSlash } from "./read.ts"
import { slashCommands } from "./table.ts"

const world = sampleWorld([{}, {}])
const jake = agentAt(world)

function read(line: string, at = world, agent = jake): SlashEffect | string {
  const reading = readSlash(line, at, agent)
  return reading.ok ? reading.effect : reading.message
}

function commands(line: string, at = world, agent = agentAt(at)): readonly ClientCommandInput[] | string {
  const effect = read(line, at, agent)
  if (typeof effect === "string") return effect
  return effect.kind === "commands" ? effect.commands : effect.kind
}

const change = (changes: object, more: object = {}) => ({ type: "posture.change", agentId: "jake", changes, ...more })
const said = (text: string) => ({ type: "message.send", agentId: "jake", text })
const next = "Go on with the next unit of work, then stop and report."

describe("what counts as a command", () => {
  it.each(["/status", "/mode build", "  /stop", "/Plan\nlong goal", "/nonsense", "/?", "/stauts?", "/", " / "])(
    "%j is one",
    (text) => {
      expect(isSlash(text)).toBe(true)
    },
  )
  it.each(["/usr/bin is broken", "//", "/* css */", "status", "run /status", "", "/etc/", "/1 of 2"])(
    "%j is a message",
    (text) => {
      expect(isSlash(text)).toBe(false)
    },
  )
})

describe("the table", () => {
  it("has the hints of the documentation", () => {
    const goal = "[goal]"
    const halt = "[team|all]"
    expect(Object.fromEntries(slashCommands.map(({ name, hint }) => [name, hint]))).toEqual({
      mode: "<chat|plan|build|review|repair|research> [--autonomous] [--permission-profile p] [--model-mode m]",
      control: "<manual|assisted|autonomous>",
      autonomous: "",
      next: "",
      pause: halt,
      stop: halt,
      resume: halt,
      dismiss: "",
      redirect: "<assignment>",
      "when-done": "[wait|dismiss]",
      "on-failure": "[restart-one|report-only]",
      quiet: "[25m|50m|off]",
      "permission-profile": "<restricted|normal|trusted|unrestricted>",
      "model-mode": "<fast|smart|deep>",
      model: "[name]",
      style: "<chat|discussion|plan|development|task>",
      execute: goal,
      plan: goal,
      research: goal,
      implement: goal,
      steer:
        "<mode|permission-profile|model-mode|control|style> <value> [now|after-current-tool|after-current-unit|next-milestone|for-next-unit]",
      doctor: "[fix|heal]",
      repair: "[--autonomous]",
      status: "",
      parallel: "[status]",
      tasks: "",
      queue: "",
      "session-report": "[today|session|project|agent]",
      cost: "[today|session|project|agent]",
      logs: "[agent] [since]",
      forensics: "[agent] [since]",
      spawn: "[name] [assignment]",
      rate: "<1-5> [note]",
      budget: "<usd|off>",
      join: "[agent]",
      leave: "[agent]",
      attend: "[agent]",
      split: "[agent]",
      pop: "",
      pin: "<1-9>",
      snooze: "<5m|30m|tomorrow>",
      audit: "[agent|text]",
      find: "[text]",
      access: "",
      keys: "[topic]",
      settings: "[topic]",
      help: "[topic]",
    })
  })

  it("names everything once and explains it", () => {
    const names = slashCommands.flatMap(({ name, aliases }) => [name, ...aliases])
    expect(new Set(names).size).toBe(names.length)
    for (const { name, help } of slashCommands) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(help).toMatch(/^[A-Z].*\.$/)
    }
  })
})

describe("what comes of a line", () => {
  it.each<[string, readonly object[]]>([
    ["/mode build", [change({ workMode: "build" }, { reason: "/mode build" })]],
    [
      "/mode build --autonomous --permission-profile trusted --model-mode deep",
      [change({ workMode: "build", runControl: "autonomous", permissionProfile: "trusted", modelMode: "deep" })],
    ],
    [
      "/mode research --model-mode deep --permission-profile restricted",
      [change({ workMode: "research", permissionProfile: "restricted", modelMode: "deep" })],
    ],
    ["/mode plan", [change({ workMode: "plan" })]],
    ["/control manual", [change({ runControl: "manual" })]],
    ["/autonomous", [change({ runControl: "autonomous" })]],
    ["/next", [change({ runControl: "assisted" }, { when: "for-next-unit" }), said(next)]],
    ["/pause", [{ type: "agent.halt", agentId: "jake", how: "pause", scope: "one" }]],
    ["/stop all", [{ type: "agent.halt", agentId: "jake", how: "stop", scope: "all" }]],
    ["/resume team", [{ type: "agent.resume", agentId: "jake", scope: "subtree" }]],
    ["/redirect read the docs", [{ type: "agent.redirect", agentId: "jake", assignment: "read the docs" }]],
    ["/when-done wait", [{ type: "agent.configure", agentId: "jake", whenDone: "wait" }]],
    ["/on-failure report-only", [{ type: "agent.configure", agentId: "jake", supervision: "report-only" }]],
    ["/on-failure restart-one", [{ type: "agent.configure", agentId: "jake", supervision: "restart-one" }]],
    ["/quiet", [{ type: "attention.quiet", minutes: 25 }]],
    ["/quiet off", [{ type: "attention.quiet", minutes: 0 }]],
    ["/permission-profile trusted", [change({ permissionProfile: "trusted" })]],
    ["/profile restricted", [change({ permissionProfile: "restricted" })]],
    [
      "/permission-profile unrestricted unrestricted",
      [change({ permissionProfile: "unrestricted" }, { confirm: "unrestricted" })],
    ],
    ["/model-mode fast", [change({ modelMode: "fast" })]],
    ["/model claude-opus-5-5", [{ type: "agent.choose-model", agentId: "jake", model: "claude-opus-5-5" }]],
    ["/model auto", [{ type: "agent.choose-model", agentId: "jake", model: null }]],
    ["/style task", [change({ style: "task" })]],
    ["/execute", [change({ phase: "execution" }, { when: "now" })]],
    ["/execute fix the\ntests", [change({ phase: "execution" }, { when: "now" }), said("fix the\ntests")]],
    ["/plan", [change({ phase: "planning", workMode: "plan" }, { when: "now" })]],
    ["/plan a shop", [change({ phase: "planning", workMode: "plan" }), said("a shop")]],
    ["/research oidc", [change({ workMode: "research" }), said("oidc")]],
    ["/implement it", [change({ workMode: "build" }), said("it")]],
    ["/repair", [change({ workMode: "repair" })]],
    ["/repair --autonomous", [change({ workMode: "repair", runControl: "autonomous" })]],
    ["/steer mode repair", [change({ workMode: "repair" }, { when: "after-current-unit" })]],
    ["/mode development", [change({ workMode: "build" })]],
    ["/mode task", [change({ workMode: "build", style: "task" })]],
    ["/mode discussion --model-mode deep", [change({ workMode: "chat", style: "discussion", modelMode: "deep" })]],
    ["/steer mode review after-current-unit", [change({ workMode: "review" }, { when: "after-current-unit" })]],
    ["/steer permission-profile restricted now", [change({ permissionProfile: "restricted" }, { when: "now" })]],
    ["/steer model-mode deep for-next-unit", [change({ modelMode: "deep" }, { when: "for-next-unit" })]],
    ["/steer control manual after-current-tool", [change({ runControl: "manual" }, { when: "after-current-tool" })]],
    ["/steer cancel", [{ type: "posture.cancel-steer", agentId: "jake" }]],
    ["/spawn", [{ type: "agent.spawn", parentId: "jake" }]],
    ["/spawn Ed", [{ type: "agent.spawn", parentId: "jake", name: "Ed" }]],
    [
      '/spawn "API squad" build the api\nwell',
      [{ type: "agent.spawn", parentId: "jake", name: "API squad", assignment: "build the api\nwell" }],
    ],
    ["/rate 4", [{ type: "result.rate", agentId: "jake", stars: 4, note: "" }]],
    ["/rate 5 clear and\nshort", [{ type: "result.rate", agentId: "jake", stars: 5, note: "clear and\nshort" }]],
    ["/budget 20", [{ type: "agent.set-budget", agentId: "jake", limitUsd: 20 }]],
    ["/budget $2.50", [{ type: "agent.set-budget", agentId: "jake", limitUsd: 2.5 }]],
    ["/budget off", [{ type: "agent.set-budget", agentId: "jake", limitUsd: null }]],
  ])("%s", (line, expected) => {
    const made = commands(line)
    expect(made).toMatchObject(expected)
    expect(made).toHaveLength(expected.length)
  })

  it.each<[string, SlashEffect]>([
    ["/settings models", { kind: "view", view: "settings", argument: "models" }],
    ["/keys", { kind: "view", view: "keys", argument: "" }],
    ["/keys split", { kind: "view", view: "keys", argument: "split" }],
    ["/audit Ed", { kind: "view", view: "audit", argument: "Ed" }],
    ["/find oidc login", { kind: "view", view: "find", argument: "oidc login" }],
    ["/access", { kind: "view", view: "access", argument: "" }],
  ])("%s is a page", (line, effect) => {
    expect(read(line)).toEqual(effect)
  })

  it("/when-done dismiss is for those that work for another; alone, it says how it is", () => {
    const ed = agentAt(world, 1)
    expect(commands("/when-done dismiss", world, ed)).toEqual([{ type: "agent.configure", agentId: ed.id, whenDone: "dismiss" }])
    expect(read("/when-done dismiss")).toBe("Jake is always there, also when it is done.")
    expect(read("/when-done")).toEqual({ kind: "answer", text: "Jake stays when it is done, and can be talked to: wait." })
    expect(read("/on-failure")).toMatchObject({ text: "Jake is started again when it fails, a few times: restart-one." })
    expect(completeSlash("/when-done d").items.map(({ name }) => name)).toEqual(["dismiss"])
    expect(completeSlash("/on-").items[0]).toMatchObject({ name: "on-failure", hint: "[restart-one|report-only]" })
  })

  it("/doctor fix is the host's", () => {
    expect(read("/doctor fix")).toMatchObject({
      kind: "host",
      preparations: [{ kind: "sandbox" }, { kind: "audit" }],
      next: "/doctor",
    })
  })

  it("/doctor only says what is known, and names what probes and verifies", () => {
    const help = slashCommands.find(({ name }) => name === "doctor")?.help
    expect(help).toMatch(/known to be wrong\. fix probes the sandbox and verifies the audit log/)
    const report = read("/doctor")
    expect(report).toMatchObject({ text: expect.stringContaining("Audit log: not checked yet; /doctor fix verifies it.") })
    expect(report).toMatchObject({ text: expect.stringContaining("/doctor fix probes the sandbox and verifies the audit log") })
  })

  it("the words for run control promise what is enforced: asking before effects, and a request to stop", () => {
    const help = (name: string) => slashCommands.find((command) => command.name === name)?.help
    expect(help("control")).toMatch(/asks you before every call with an effect, reads go on; .*tells it to stop and report/)
    expect(help("next")).toMatch(/^Asks for one unit/)
  })

  it.each(["/logs 10m", "/forensics today", "/logs a1 2h", "/cost today"])("%s is good before the time is known", (line) => {
    expect(read(line)).toEqual({ kind: "answer", text: "The time is known when the command is run." })
  })

  it.each([
    "/mode",
    "/mode sleep",
    "/mode constructor",
    "/mode build --yolo",
    "/mode build --permission-profile",
    "/mode build --model-mode cheap",
    "/control",
    "/control auto now",
    "/autonomous please",
    "/pause everybody",
    "/when-done go",
    "/when-done wait please",
    "/on-failure restart",
    "/permission-profile",
    "/permission-profile trusted trusted",
    "/permission-profile unrestricted yes",
    "/style loud",
    "/steer",
    "/steer mode",
    "/steer mode sleep",
    "/steer mode build soon",
    "/steer surface web",
    "/steer phase execution now",
    "/steer constructor now",
    "/steer mode build now please",
    "/rate",
    "/rate 0",
    "/rate 6 good",
    "/rate 45",
    "/rate good",
    "/budget",
    "/budget 0",
    "/budget -1",
    "/budget 1e9",
    "/budget lots",
    "/doctor cure",
    "/cost yesterday",
    "/cost today session",
    "/access all",
    `/spawn ${"x".repeat(41)} go`,
    '/spawn "API squad go',
  ])("%s is refused with the hint", (line) => {
    const name = line.split(" ")[0] ?? ""
    const command = slashCommands.find((one) => `/${one.name}` === name)
    expect(read(line)).toBe(`Type it like this: ${`${name} ${command?.hint}`.trim()}`)
  })

  it("unrestricted is to be confirmed wherever it is asked for, unless its word was typed twice", () => {
    for (const line of [
      "/permission-profile unrestricted",
      "/mode build --permission-profile unrestricted",
      "/steer permission-profile unrestricted now",
    ]) {
      expect(read(line)).toMatchObject({ raises: [{ axis: "permissionProfile", from: "normal", to: "unrestricted" }] })
    }
    expect(read("/permission-profile unrestricted unrestricted")).not.toHaveProperty("raises")
  })

  it("AXS-1 no other command touches phase or profile", () => {
    const lines = slashCommands.flatMap(({ name, accepted }) => {
      const [first] = accepted
      const values = first?.kind === "choice" && typeof first.values !== "function" ? first.values : []
      return [`/${name}`, `/${name} some goal`, ...values.map((value) => `/${name} ${value}`), `/${name} --autonomous`]
    })
    const touching = lines.filter((line) => {
      const made = commands(line)
      if (typeof made === "string") return false
      return made.some(
        (command) => command.type === "posture.change" && (command.changes.phase || command.changes.permissionProfile),
      )
    })
    expect(new Set(touching.map((line) => line.split(" ")[0]))).toEqual(new Set(["/permission-profile", "/execute", "/plan"]))
    expect(lines.length).toBeGreaterThan(100)
  })

  it("says what was done, when it takes effect, and which phase would suit", () => {
    expect(read("/implement")).toMatchObject({ said: "Jake: mode build. Build works best in execution. /execute to switch." })
    const busy = sampleWorld([{ turn: sampleTurn(true), ...withPosture({ permissionProfile: "trusted" }) }])
    expect(read("/mode review --permission-profile normal", busy, agentAt(busy))).toMatchObject({
      said: "Jake: mode review after the current tool, permission-profile normal.",
    })
    expect(read("/steer mode review", busy, agentAt(busy))).toMatchObject({ said: "Jake: mode review after the current unit." })
    expect(read("/mode chat")).toMatchObject({ said: "Jake: mode chat as before." })
    expect(read("/steer model-mode deep for-next-unit")).toMatchObject({ said: "Jake: model-mode deep for the next unit." })
  })

  it("AXS-8 a model the provider does not offer is refused with the list", () => {
    const checked = {
      ...world,
      connection: { ...world.connection, check: { result: "ok" as const, at: sampleTime, models: ["m1", "m2"] } },
    }
    expect(read("/model m3", checked)).toMatch(/does not offer "m3".*Offered: m1, m2/)
    expect(commands("/model m2", checked)).toMatchObject([{ model: "m2" }])
    expect(read("/model", checked)).toMatchObject({
      kind: "answer",
      text: expect.stringContaining("Jake uses claude-sonnet-5-5"),
    })
  })
})

describe("AXS-8 a model that the user named", () => {
  const named = sampleWorld([{ model: "m9" }])

  it.each(["/model-mode deep", "/mode build --model-mode deep", "/steer model-mode deep", "/steer model-mode smart"])(
    "%s says that it stays, and how to let the mode choose",
    (line) => {
      expect(read(line, named, agentAt(named))).toMatchObject({
        said: expect.stringContaining("It keeps the model m9, which you named. /model auto lets the mode choose."),
      })
      expect(read(line)).not.toMatchObject({ said: expect.stringContaining("keeps the model") })
    },
  )

  it("is in /status as one that was named", () => {
    expect(read("/status", named, agentAt(named))).toMatchObject({ text: expect.stringContaining("model m9, which you named.") })
    expect(read("/status")).toMatchObject({ text: expect.stringContaining(`model ${world.settings.models.smart}.`) })
  })

  it("is given up by /model auto, which says what the mode chooses", () => {
    expect(read("/model auto", named, agentAt(named))).toMatchObject({
      said: `Jake: model ${world.settings.models.smart}, by its model mode.`,
      commands: [{ type: "agent.choose-model", model: null }],
    })
  })
})

describe("/model with a name", () => {
  it("AXS-8 says the way back, and that nobody has vouched for a name that is in no list", () => {
    expect(read("/model m9")).toMatchObject({
      said: "Jake: model m9. Kibitz does not know that name; the provider may. /model auto goes back to what the mode chooses.",
    })
    expect(read(`/model ${world.settings.models.deep}`)).toMatchObject({
      said: `Jake: model ${world.settings.models.deep}. /model auto goes back to what the mode chooses.`,
    })
  })
})
