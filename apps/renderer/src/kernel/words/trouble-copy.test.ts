import { Instant, unknownSandbox } from "@kibitz/contract"
import { expect, test } from "vitest"
import { auditTrouble, sandboxHint, sandboxWords, sentence } from "./trouble-copy.ts"

test("a sandbox that nobody has looked for yet is not said to be missing", () => {
  expect(sandboxWords(unknownSandbox)).toBe("Looking for a sandbox…")
  expect(sandboxHint(unknownSandbox)).toBe("Kibitz is finding out whether commands can be confined here")
})

test("a sandbox that is there is named; one that is not comes with the reason and the remedy", () => {
  const on = { state: "on", name: "bubblewrap 0.8.0", because: "every wall held", remedy: "" } as const
  expect(sandboxWords(on)).toBe("Every command runs inside the sandbox (bubblewrap 0.8.0).")
  expect(sandboxHint(on)).toBe("Commands are confined by bubblewrap 0.8.0")
  const off = { state: "off", name: "", because: "bwrap is not installed", remedy: "Install bubblewrap." } as const
  expect(sandboxWords(off)).toBe("Commands cannot be confined here.")
  expect(sandboxHint(off)).toBe("Bwrap is not installed. Install bubblewrap.")
  expect(sandboxHint({ ...off, remedy: "" })).toBe("Bwrap is not installed.")
})

test("a damaged log says what is wrong; a sound one and one not yet checked say nothing", () => {
  const check = { entries: 7, at: Instant.parse("2026-11-16T04:48:48.934Z") }
  expect(auditTrouble({ ...check, ok: false, problem: "entry 5: its content was changed" })).toBe(
    "The audit log is damaged: entry 5: its content was changed.",
  )
  expect([auditTrouble({ ...check, ok: true, problem: "" }), auditTrouble(null)]).toEqual([null, null])
})

test("a reason becomes a sentence once", () => {
  expect(["no room", "No room.", "still looking…", " "].map(sentence)).toEqual(["No room.", "No room.", "Still looking…", ""])
})
