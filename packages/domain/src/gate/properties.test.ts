// Metamorphic and monotone properties of the gate: what is added, wrapped or hidden never weakens a verdict.
import { type CapabilityName, capabilities, type Json, type Verdict } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Access } from "./access.ts"
import { allRows } from "./corpus/all.ts"
import { transforms } from "./corpus/transform.ts"
import { judge } from "./judge.ts"
import { readCommand } from "./shell/reader/read-command.ts"
import { leafClasses, strictness } from "./shell/types.ts"
import { access, allAccess, inputs, profiles } from "./test-access.ts"

const commands = [...new Set(allRows.map(([command]) => command))]
/** What has no end yet is completed, not wrapped, by what is put around it. */
const short = commands.filter(
  (command) => command.length < 400 && !readCommand(command).leaves.some((leaf) => leaf.rule === "unparsable"),
)
const aCommand = fc.constantFrom(...short)
const aTransform = fc.constantFrom(...transforms)
const power: Record<Verdict["effect"], number> = { allow: 0, ask: 1, deny: 2 }

describe("T1 T3 T5 adding and wrapping never weakens", () => {
  it.each(transforms.map((transform) => [transform.name, transform] as const))("%s", (_, transform) => {
    const weaker: string[] = []
    for (const command of short) {
      const changed = transform.apply(command)
      if (changed === null) continue
      const before = readCommand(command).class
      const after = readCommand(changed).class
      if (strictness(after) < strictness(before)) weaker.push(`${JSON.stringify(command)}: ${before} → ${after}`)
    }
    expect(weaker).toEqual([])
  })

  it("nor does wrapping what is wrapped", () => {
    fc.assert(
      fc.property(aCommand, fc.array(aTransform, { minLength: 1, maxLength: 3 }), (command, chain) => {
        let text = command
        for (const transform of chain) text = transform.apply(text) ?? text
        expect(strictness(readCommand(text).class)).toBeGreaterThanOrEqual(strictness(readCommand(command).class))
      }),
      { numRuns: 1_500 },
    )
  })

  it("two commands are as strict as the stricter", () => {
    const closed = short.filter(
      (command) =>
        !/#|<<|\\$|[\r\0]/.test(command) && readCommand(command).class !== "unknown" && !/^(cd|pushd|builtin)\b/.test(command),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...closed),
        fc.constantFrom(...closed),
        fc.constantFrom("; ", " && ", " || ", "\n", " | ", " & "),
        (a, b, glue) => {
          const both = Math.max(strictness(readCommand(a).class), strictness(readCommand(b).class))
          expect(strictness(readCommand(a + glue + b).class)).toBeGreaterThanOrEqual(both)
        },
      ),
      { numRuns: 1_500 },
    )
  })

  it("a refusal never becomes an allowance by adding text", () => {
    const given = access({ phase: "execution", profile: "unrestricted" })
    fc.assert(
      fc.property(aCommand, aTransform, (command, transform) => {
        const changed = transform.apply(command)
        if (changed === null) return
        const before = judge({ capability: "bash", input: { command }, access: given })
        const after = judge({ capability: "bash", input: { command: changed }, access: given })
        expect(power[after.effect]).toBeGreaterThanOrEqual(power[before.effect])
        if (before.destructive) expect(after.effect === "deny" || after.destructive).toBe(true)
      }),
      { numRuns: 1_500 },
    )
  })
})

describe("any text", () => {
  it("T2 T27 is judged, whatever it holds, and twice the same", () => {
    const pieces = fc.constantFrom(
      "ls",
      "rm",
      "-rf",
      "$(",
      ")",
      "`",
      "'",
      '"',
      "<<E",
      "\n",
      "E",
      "{",
      "}",
      "((",
      "))",
      "[[",
      "]]",
      ";",
      "&&",
      "|",
      "if",
      "then",
      "fi",
      "case",
      "esac",
      "$x",
      "${",
      "\\",
      "\0",
      "\r",
      "é",
      "\ud800",
      "#",
      "=",
      "a=b",
      ">",
      "<(",
      "*",
      "~",
      "eval",
      "sh -c",
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 40 }).map((words) => words.join(" ")),
          fc.string({ maxLength: 200 }),
          fc.array(pieces, { maxLength: 40 }).map((words) => words.join("")),
        ),
        (text) => {
          const reading = readCommand(text)
          expect(leafClasses).toContain(reading.class)
          expect(reading.leaves).toContain(reading.deciding)
          expect(reading.leaves.every((leaf) => strictness(leaf.class) <= strictness(reading.class))).toBe(true)
          expect(readCommand(text)).toEqual(reading)
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it("what bash cannot read is never taken for harmless", () => {
    for (const text of [
      "ls 'a",
      'ls "a',
      "ls $(",
      "ls `",
      "(ls",
      "{ ls",
      "if ls",
      "ls )",
      "case x in",
      "ls &&",
      "for x in a; do ls",
      "[[ a",
      "((1",
      "ls <<E\n$(",
      "echo ${x",
    ]) {
      expect([text, readCommand(text).class]).toEqual([text, expect.stringMatching(/unknown|destructive|forbidden/)])
    }
  })
})

describe("T2 hostile sizes are read or refused, never taken for less", () => {
  const fill = (text: string, size = 199_000) => text.repeat(Math.floor(size / text.length))
  it.each([
    ["60 commands", `${"ls; ".repeat(60)}rm -rf x`, "destructive"],
    ["900 commands", `${"ls; ".repeat(900)}sudo ls`, "forbidden"],
    ["too many commands", `${fill("ls; ")}rm -rf x`, "forbidden"],
    ["500 subshells", `${"(".repeat(500)}ls${")".repeat(500)}`, "forbidden"],
    ["500 substitutions", `${"$(".repeat(500)}ls${")".repeat(500)}`, "forbidden"],
    ["500 nested ifs", `${"if true; then ".repeat(500)}ls${"; fi".repeat(500)}`, "forbidden"],
    ["5000 negations", `${"! ".repeat(5_000)}ls`, "forbidden"],
    ["500 wrappers", `${"env ".repeat(500)}ls`, "forbidden"],
    ["500 evals", `${"eval ".repeat(500)}ls`, "forbidden"],
    ["200 kB of words", `ls ${fill("a ")}`, "forbidden"],
    ["200 kB of quotes", fill('"'), "forbidden"],
    ["200 kB of backticks", fill("`"), "forbidden"],
    ["200 kB of redirections", fill(">a "), "forbidden"],
    ["200 kB of arithmetic", `echo $((${fill("1+")}1))`, "forbidden"],
    ["over the limit", "a".repeat(200_001), "forbidden"],
    ["200 kB in a here-document", `cat <<'E'\n${fill("text if (a) { b }\n")}E`, "read"],
    ["200 kB in a here-document that is written outside", `cat > /x <<'E'\n${fill("text\n")}E`, "forbidden"],
    ["200 kB in quotes", `echo '${fill("text ")}'`, "read"],
    ["200 kB in a message", `git commit -m "${fill("text ")}"`, "build"],
  ])("%s", (_, command, expected) => {
    expect(readCommand(command).class).toBe(expected)
  })
})

describe("AXS-1 the axes at the gate", () => {
  const anAccess = fc.constantFrom(...allAccess())
  const anAction = fc.oneof(
    aCommand.map((command) => ({ capability: "bash", input: { command } })),
    fc
      .constantFrom(...(Object.keys(capabilities) as CapabilityName[]))
      .map((capability) => ({ capability, input: inputs[capability] })),
    fc.constantFrom("AGENTS.md", ".env", "../x", "a").map((path) => ({ capability: "write_file", input: { path, content: "" } })),
  )
  const judged = (action: { capability: string; input: Json }, given: Access) => judge({ ...action, access: given }).effect

  it("a higher profile never refuses what a lower one allows", () => {
    fc.assert(
      fc.property(anAction, anAccess, (action, given) => {
        const effects = profiles.map((profile) => power[judged(action, { ...given, profile })])
        expect(effects).toEqual([...effects].sort((a, b) => b - a))
      }),
      { numRuns: 2_000 },
    )
  })

  it("somebody there, a sandbox, trust and the network in planning never take anything away", () => {
    fc.assert(
      fc.property(
        anAction,
        anAccess,
        fc.constantFrom("attended", "sandboxed", "planningNetwork", "tainted"),
        (action, given, axis) => {
          const without = power[judged(action, { ...given, [axis]: axis === "tainted" })]
          const withIt = power[judged(action, { ...given, [axis]: axis !== "tainted" })]
          expect(withIt).toBeLessThanOrEqual(without)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it("nobody there is never a question, and attendance never turns a question into an allowance", () => {
    fc.assert(
      fc.property(anAction, anAccess, (action, given) => {
        const alone = judged(action, { ...given, attended: false })
        const seen = judged(action, { ...given, attended: true })
        expect(alone).not.toBe("ask")
        expect(alone === "allow").toBe(seen === "allow")
      }),
      { numRuns: 2_000 },
    )
  })

  it("planning never allows what execution does not", () => {
    fc.assert(
      fc.property(anAction, anAccess, (action, given) => {
        expect(power[judged(action, { ...given, phase: "planning" })]).toBeGreaterThanOrEqual(
          power[judged(action, { ...given, phase: "execution" })],
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("every capability in every posture", () => {
  const rank = { restricted: 0, normal: 1, trusted: 2, unrestricted: 3 }

  it("nothing is allowed but what the rules say", () => {
    for (const [name, declared] of Object.entries(capabilities)) {
      for (const given of allAccess()) {
        const verdict = judge({ capability: name, input: inputs[name as CapabilityName], access: given })
        const reads = declared.effect === "read" || declared.effect === "app"
        const inPhase =
          given.phase === "execution" ||
          reads ||
          declared.effect === "spawn" ||
          declared.effect === "team" ||
          (declared.effect === "network" && given.planningNetwork)
        const inProfile = rank[given.profile] >= rank[declared.minimumProfile]
        // The command given here only reads, so manual and taint leave it alone; a sandbox it needs.
        const isCommand = declared.effect === "execute"
        const confined = !isCommand || given.sandboxed || given.profile === "unrestricted"
        const trusted = !(given.tainted && declared.effect === "network") || given.profile === "unrestricted"
        const stepwise = given.runControl === "manual" && !reads && !isCommand
        const expected = inPhase && inProfile && confined && trusted && !stepwise
        expect([name, given, verdict.effect === "allow"]).toEqual([name, given, expected])
        expect(verdict.rule).not.toBe("")
        expect(verdict.because).toMatch(/\S\.$/)
      }
    }
  })
})
