import type { Call } from "@kibitz/contract"
import type { CallItem } from "@kibitz/domain"
import { expect, test } from "vitest"
import { callFacts, callsAtWork, describeCall, shownInput } from "./describe-call.ts"

test("each capability has its own words and names what it is about", () => {
  expect(describeCall("bash", { command: "npm test\n" })).toEqual({
    todo: "run",
    doing: "running",
    done: "ran",
    object: "npm test ",
  })
  expect(describeCall("read_file", { path: "a.ts", from: 3, lines: 2 }).object).toBe("a.ts (lines 3–4)")
  expect(describeCall("list_directory", { path: "." })).toMatchObject({ done: "listed the project folder", object: "" })
  expect(describeCall("toString", { path: "x" })).toEqual({
    todo: "toString",
    doing: "running toString",
    done: "toString",
    object: "x",
  })
  expect(describeCall("bash", { command: ["x"] }).object).toBe("")
})

test("T21: what would hide in a line is made visible", () => {
  expect(describeCall("bash", { command: "echo \u202egpj.exe" }).object).toBe("echo ⟨U+202E⟩gpj.exe")
})

test("an exit code is shown where there was one, and nothing before the end", () => {
  const call = { status: "failed", exitCode: 2, bytes: 12, durationMs: 840 } as CallItem
  expect(callFacts(call)).toEqual(["exit 2", "12 B", "840 ms"])
  expect(callFacts({ ...call, exitCode: null })).toEqual(["12 B", "840 ms"])
  expect(callFacts({ ...call, status: "waiting" })).toEqual([])
})

test("a command and a text are shown as they are", () => {
  expect(shownInput("bash", { command: 'echo "a"' })).toEqual({ label: "Command", text: 'echo "a"' })
  expect(shownInput("write_file", { path: "a", content: "x\ny" })).toEqual({ label: "Text for a", text: "x\ny" })
  expect(shownInput("edit_file", { path: "a" }).label).toBe("Input")
})

test("whoever was started is called by the name it got", () => {
  const output = "Noa 2 (agent_1) has started and works on its own. Its result comes to you as a message."
  expect(describeCall("spawn_agent", { name: "Noa", assignment: "x" }, output).object).toBe("Noa 2")
  expect(describeCall("spawn_agent", { assignment: "x" }, output).object).toBe("Noa 2")
  expect(describeCall("spawn_agent", { name: "Noa", assignment: "x" }).object).toBe("Noa")
})

test("T30: what runs is named, and what waits for its turn is counted", () => {
  const call = (command: string, more: object = {}): Call =>
    ({
      status: "allowed",
      id: command,
      capability: "bash",
      input: { command },
      since: "2026-01-01T00:00:00Z",
      ...more,
    }) as unknown as Call
  const held = { held: true }
  expect(callsAtWork([call("ls")])).toBe("running ls")
  expect(callsAtWork([call("a"), call("b"), call("c", held)])).toBe("running 2 commands, 1 waits for its turn")
  expect(callsAtWork([call("a", held), call("b", held)])).toBe("2 wait for their turn")
  expect(callsAtWork([call("a", { status: "finished" })])).toBe("")
})
