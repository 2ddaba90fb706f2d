import type { Grant, GrantId } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import type { Access } from "./access.ts"
import { judge } from "./judge.ts"
import { access } from "./test-access.ts"

const bash = (command: string, given: Access) => judge({ capability: "bash", input: { command }, access: given })

describe("grants", () => {
  const grant = (words: string[], rest: boolean, more: Partial<Grant> = {}): Grant =>
    ({
      id: "grant_1" as GrantId,
      scope: "session",
      agentId: "agent_1",
      pattern: { kind: "command", words, rest },
      remaining: null,
      expiresAt: null,
      givenAt: "2026-01-01T00:00:00.000Z",
      ...more,
    }) as Grant
  const withGrant = (given: Grant, changes: Partial<Access> = {}) =>
    access({ phase: "execution", profile: "normal", grants: [given], ...changes })
  const install = grant(["npm", "install"], true)

  it("make an ask an allow, name themselves, and hold while nobody is there", () => {
    const allowed = { effect: "allow", rule: "grant", grantId: "grant_1", confinement: { write: true, network: true } }
    expect(bash("npm install jose@5", withGrant(install))).toMatchObject(allowed)
    expect(bash("npm install jose@5", withGrant(install, { attended: false }))).toMatchObject(allowed)
    expect(bash("ls && npm install jose@5 | tail -5", withGrant(install))).toMatchObject(allowed)
    expect(bash("npm install jose@5", withGrant(install, { tainted: true, runControl: "manual" }))).toMatchObject(allowed)
  })

  it.each([
    "npm install x > log.txt",
    "FOO=1 npm install x",
    "npm install $(cat x)",
    "npm install x; npm test",
    "npm install x && make",
    'sh -c "npm install x"',
    "env npm install x",
    "npm uninstall x",
    "npm install *",
  ])("cover nothing glued to what was granted: %s", (command) => {
    expect(bash(command, withGrant(install)).effect).not.toBe("allow")
  })

  it("never cover what destroys, what is unknown, a missing sandbox, or another phase", () => {
    const wide = grant(["rm"], true)
    expect(bash("rm -rf x", withGrant(wide))).toMatchObject({ effect: "ask", rule: "destructive" })
    expect(bash("npm install $x", withGrant(install))).not.toMatchObject({ effect: "allow" })
    expect(bash("npm install x", withGrant(install, { sandboxed: false }))).toMatchObject({ effect: "ask", rule: "no-sandbox" })
    expect(bash("npm install x", withGrant(install, { phase: "planning" }))).toMatchObject({ effect: "deny", rule: "phase" })
    expect(bash("npm install -g x", withGrant(install))).toMatchObject({ effect: "deny" })
    expect(bash("npm install x", withGrant({ ...install, remaining: 0 }))).toMatchObject({ effect: "ask" })
  })

  it("T12 for a file never cover the folder's files that run or instruct", () => {
    const folder = grant([], true, { pattern: { kind: "path", capability: "write_file", path: "a/" } })
    const file = grant([], true, { pattern: { kind: "path", capability: "write_file", path: "a/AGENTS.md" } })
    const input = { path: "a/AGENTS.md", content: "x" }
    expect(judge({ capability: "write_file", input, access: withGrant(folder) })).toMatchObject({
      effect: "ask",
      rule: "sensitive-file",
    })
    expect(judge({ capability: "write_file", input, access: withGrant(file) })).toMatchObject({ effect: "allow", rule: "grant" })
    const restricted = { profile: "restricted" } as const
    expect(
      judge({ capability: "write_file", input: { path: "a/b/c", content: "" }, access: withGrant(folder, restricted) }),
    ).toMatchObject({ rule: "grant" })
    expect(
      judge({ capability: "write_file", input: { path: "ab/c", content: "" }, access: withGrant(folder, restricted) }),
    ).toMatchObject({ effect: "ask" })
  })
})
