import { describe, expect, it } from "vitest"
import { judge } from "./judge.ts"
import { access, profiles } from "./test-access.ts"

const confined = (command: string, profile: (typeof profiles)[number]) => {
  const { effect, confinement } = judge({
    capability: "bash",
    input: { command },
    access: access({ phase: "execution", profile }),
  })
  return { effect, ...confinement }
}

describe("what a command may reach", () => {
  it("T12: a file that tells programs what to do only when it was named, and so asked for", () => {
    for (const profile of profiles) {
      expect(confined("echo x > AGENTS.md", profile)).toEqual({ effect: "ask", write: true, network: false, sensitive: true })
      expect(confined("echo x > l2.md", profile)).toMatchObject({ write: true, network: false })
      expect(confined("echo x > l2.md", profile)).not.toHaveProperty("sensitive")
      expect(confined("cat AGENTS.md", profile)).toEqual({ effect: "allow", write: false, network: false })
    }
  })

  it("T12: or when it builds or installs, which changes lock files", () => {
    expect(confined("npm test", "trusted")).toMatchObject({ effect: "allow", write: true, sensitive: true })
    expect(confined("npm install", "unrestricted")).toMatchObject({ write: true, network: true, sensitive: true })
  })
})
