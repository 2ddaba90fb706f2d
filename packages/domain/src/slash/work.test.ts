import { jakeId } from "@kibitz/contract"
import { replayWithJake } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { readSlash } from "./read.ts"

test("/parallel tells who is at work, on what, and nothing of those who are not", () => {
  const run = replayWithJake()
  const told = (line: string) => {
    const read = readSlash(line, run.world(), run.agent())
    return read.ok && read.effect.kind === "answer" ? read.effect.text : JSON.stringify(read)
  }
  expect(told("/parallel")).toContain("Nobody is at work.")
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "Count the files." })
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Idle" })
  run.proposes(jakeId, { name: "bash", input: { command: "ls" } })
  for (const line of ["/parallel", "/parallel status"]) {
    expect(told(line)).toContain("Ed: working")
    expect(told(line)).toContain("Count the files.")
    expect(told(line)).toContain("Jake: waiting for you")
    expect(told(line)).not.toContain("Idle")
  }
  expect(readSlash("/parallel all of them", run.world(), run.agent()).ok).toBe(false)
  expect(readSlash("/tasks", run.world(), run.agent())).toEqual({
    ok: true,
    effect: { kind: "view", view: "tasks", argument: "" },
  })
})
