import { type CapabilityName, capabilities, type Json, type Phase } from "@kibitz/contract"
import { computingMs } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Access, leastAccess } from "./access.ts"
import { judge } from "./judge.ts"
import { access, allAccess, inputs, phases, profiles } from "./test-access.ts"

const read = (path: unknown, given: Access = access()) =>
  judge({ capability: "read_file", input: { path } as Json, access: given })
const bash = (command: string, given: Access) => judge({ capability: "bash", input: { command }, access: given })

describe("judge", () => {
  it("lets every profile read inside the project folder, in both phases", () => {
    for (const phase of phases) {
      for (const profile of profiles) expect(read("src/index.ts", access({ phase, profile }))).toMatchObject({ effect: "allow" })
    }
  })

  it("T27 refuses names that are not declared, among them those every object has", () => {
    for (const name of ["rm", "__proto__", "constructor", "toString", "hasOwnProperty", "", "read_file ", "Bash"]) {
      expect(judge({ capability: name, input: {}, access: access() })).toMatchObject({ effect: "deny", rule: "declared" })
    }
  })

  it("T27 refuses input of the wrong shape and says where", () => {
    expect(read(42)).toMatchObject({ effect: "deny", rule: "input", because: expect.stringContaining("path") })
    for (const input of [{ path: "a", extra: 1 }, "a", { path: "a", lines: 1e9 }, null, [], 7] as Json[]) {
      expect(judge({ capability: "read_file", input, access: access() })).toMatchObject({ effect: "deny", rule: "input" })
    }
    expect(judge({ capability: "bash", input: { command: "x".repeat(200_001) }, access: access() })).toMatchObject({
      effect: "deny",
    })
  })

  it.each([
    ["/etc/passwd", "workspace"],
    ["../x", "workspace"],
    ["a/../../x", "workspace"],
    ["~/.ssh/id_rsa", "workspace"],
    ["~root", "workspace"],
    ["C:\\x", "workspace"],
    ["\\\\host\\x", "workspace"],
    ["..\\x", "workspace"],
    ["a\0b", "workspace"],
    [".git/config", "git-internals"],
    ["x/.GIT/hooks", "git-internals"],
    [".git. ", "git-internals"],
    [".g\u200cit/config", "git-internals"],
    [".env", "secret"],
    [".env.local", "secret"],
    ["config/.ENV", "secret"],
    ["deploy/server.pem", "secret"],
    ["keys/id_ed25519", "secret"],
    [".ssh/config", "secret"],
    [".aws/credentials", "secret"],
    [".npmrc", "secret"],
  ])("T8 T10 refuses %j for reading and writing", (path, rule) => {
    expect(read(path)).toMatchObject({ effect: "deny", rule })
    for (const profile of profiles) {
      const given = access({ profile, phase: "execution" })
      expect(judge({ capability: "write_file", input: { path, content: "" }, access: given })).toMatchObject({
        effect: "deny",
        rule,
      })
      expect(judge({ capability: "git_commit", input: { message: "m", paths: ["a", path] }, access: given })).toMatchObject({
        effect: "deny",
        rule,
      })
    }
  })

  it("T2 refuses more paths than can be looked at in time", () => {
    const given = access({ phase: "execution", profile: "unrestricted" })
    const paths = (count: number, unit: string) => Array.from({ length: count }, () => unit.repeat(4_096).slice(0, 4_096))
    const took = computingMs(() => {
      expect(
        judge({ capability: "git_commit", input: { message: "m", paths: paths(1_000, "a/") }, access: given }),
      ).toMatchObject({
        effect: "deny",
        rule: "too-complex",
      })
      expect(
        judge({ capability: "git_commit", input: { message: "m", paths: paths(48, "\u00e9/") }, access: given }).effect,
      ).toBe("allow")
    })
    expect(took).toBeLessThan(2_000)
  })

  it("T8 a path that never climbs above its start is never refused for leaving, and one that does always is", () => {
    const segment = fc.constantFrom("a", "b.txt", ".", "..", "")
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 8 }), (segments) => {
        const path = segments.join("/")
        if (path === "" || path.startsWith("/")) return
        let depth = 0
        const leaves = segments.some((s) => {
          if (s === "..") depth -= 1
          else if (s !== "" && s !== ".") depth += 1
          return depth < 0
        })
        expect(read(path).effect).toBe(leaves ? "deny" : "allow")
      }),
    )
  })

  it("says .env.example is no secret", () => {
    expect(read(".env.example")).toMatchObject({ effect: "allow" })
  })

  it.each([
    ".claude/settings.json",
    ".mcp.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    "AGENTS.md",
    "docs/CLAUDE.md",
    ".github/workflows/ci.yml",
    ".husky/pre-commit",
    ".vscode/tasks.json",
    "package-lock.json",
    "packages/a/Cargo.lock",
    ".gitattributes",
    ".bashrc",
  ])("T12 asks before %s is written, whatever the profile", (path) => {
    for (const profile of profiles) {
      for (const capability of ["write_file", "edit_file"]) {
        const input: Json = capability === "write_file" ? { path, content: "x" } : { path, hash: "h", old: "a", new: "b" }
        const given = access({ profile, phase: "execution" })
        expect(judge({ capability, input, access: given })).toMatchObject({ effect: "ask", rule: "sensitive-file" })
        expect(judge({ capability, input, access: { ...given, attended: false } })).toMatchObject({
          effect: "deny",
          rule: "sensitive-file",
        })
      }
    }
    expect(read(path)).toMatchObject({ effect: "allow" })
  })

  it("refuses addresses that mean different hosts to different readers", () => {
    for (const url of [
      "https://a@b.org/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "https://good.org\\@evil.org",
      "https://a\u0000.b.org",
      "smb://x",
      "https:// x",
    ]) {
      expect(judge({ capability: "web_fetch", input: { url }, access: access({ phase: "execution" }) })).toMatchObject({
        effect: "deny",
        rule: "address",
      })
    }
    expect(
      judge({ capability: "web_fetch", input: { url: "https://example.org/a?b#c" }, access: access({ phase: "execution" }) }),
    ).toMatchObject({ effect: "allow" })
  })
})

describe("phase", () => {
  it("planning allows reads, the app's own, children and, where the project lets it, the network; nothing else", () => {
    for (const [name, declared] of Object.entries(capabilities)) {
      for (const given of allAccess({ phase: "planning" })) {
        const verdict = judge({ capability: name, input: inputs[name as CapabilityName], access: given })
        if (["write", "execute"].includes(declared.effect)) expect(verdict).toMatchObject({ effect: "deny", rule: "phase" })
        else if (declared.effect === "network" && !given.planningNetwork)
          expect(verdict).toMatchObject({ effect: "deny", rule: "planning-network" })
      }
    }
  })

  it("planning runs no command, however harmless, and offers no approval", () => {
    for (const profile of profiles)
      expect(bash("ls", access({ profile, phase: "planning" }))).toMatchObject({
        effect: "deny",
        rule: "phase",
        because: expect.stringMatching(/^Not in planning: bash\. \/execute\b/),
      })
  })
})

describe("AXS-4", () => {
  it("takes unknown values for the most restrictive ones", () => {
    const odd = { ...access({ phase: "execution", profile: "trusted" }) }
    expect(bash("ls", { ...odd, phase: "deploying" as Phase })).toMatchObject({ effect: "deny", rule: "phase" })
    expect(bash("touch x", { ...odd, profile: "root" as Access["profile"] })).toMatchObject({ effect: "ask", rule: "profile" })
    expect(bash("touch x", { ...odd, profile: "constructor" as Access["profile"] })).toMatchObject({
      effect: "ask",
      rule: "profile",
    })
    expect(bash("touch x", { ...odd, runControl: "yolo" as Access["runControl"] })).toMatchObject({
      effect: "ask",
      rule: "manual",
    })
    expect(bash("touch x", leastAccess)).toMatchObject({ effect: "deny" })
  })
})

describe("commands", () => {
  const execution = (profile: Access["profile"], changes: Partial<Access> = {}) =>
    access({ phase: "execution", profile, ...changes })

  it("T14 what runs a project's own code is never less than that: not in planning, not unasked in normal, and always within walls", () => {
    for (const command of [
      "npm install",
      "npm ci",
      "npm test",
      "npm run build",
      "make",
      "make install",
      "pytest",
      "cargo build",
    ]) {
      expect([command, bash(command, access({ phase: "planning", profile: "unrestricted" }))]).toMatchObject([
        command,
        { effect: "deny" },
      ])
      expect([command, bash(command, execution("normal"))]).toMatchObject([command, { effect: "ask" }])
      expect([command, bash(command, execution("normal", { attended: false }))]).not.toMatchObject([command, { effect: "allow" }])
      const verdict = bash(command, execution("trusted"))
      expect([command, verdict]).toMatchObject([command, { confinement: { write: true } }])
      const loads = /^npm (install|ci)$/.test(command)
      if (verdict.effect === "allow") expect([command, verdict.confinement?.network]).toEqual([command, loads])
    }
  })

  it("confines by what the command is, also in what it asks for", () => {
    expect(bash("ls", execution("restricted"))).toMatchObject({ effect: "allow", confinement: { write: false, network: false } })
    expect(bash("touch a", execution("normal"))).toMatchObject({ effect: "allow", confinement: { write: true, network: false } })
    expect(bash("npm test", execution("trusted"))).toMatchObject({
      effect: "allow",
      confinement: { write: true, network: false },
    })
    expect(bash("npm install", execution("trusted"))).toMatchObject({
      effect: "allow",
      confinement: { write: true, network: true },
    })
    expect(bash("npm install", execution("normal"))).toMatchObject({
      effect: "ask",
      rule: "profile",
      confinement: { write: true, network: true },
    })
    expect(bash("rm -rf dist", execution("trusted"))).toMatchObject({
      effect: "ask",
      destructive: true,
      confinement: { write: true, network: false },
    })
  })

  it("T6 asks twice for what destroys, in every profile, and refuses it when nobody is there", () => {
    for (const profile of profiles) {
      expect(bash("git reset --hard", execution(profile))).toMatchObject({
        effect: "ask",
        rule: "destructive",
        destructive: true,
      })
      expect(bash("git reset --hard", execution(profile, { attended: false }))).toMatchObject({
        effect: "deny",
        rule: "destructive",
      })
    }
  })

  it.each([
    "echo x > AGENTS.md",
    "echo x >> .github/workflows/ci.yml",
    "cp x .husky/pre-commit",
    "mv x .mcp.json",
    "sed -i s/a/b/ package-lock.json",
    "tee .claude/settings.json",
    "rm -f yarn.lock",
    "cd sub && echo x > CLAUDE.md",
    "bash -c 'echo x > AGENTS.md'",
    "env tee AGENTS.md",
    "npm test && touch .vscode/tasks.json",
  ])("T12 asks before a command writes a file that instructs, whatever the profile: %s", (command) => {
    for (const profile of profiles) {
      expect(bash(command, execution(profile))).toMatchObject({ effect: "ask", rule: "sensitive-file" })
      expect(bash(command, execution(profile, { attended: false }))).toMatchObject({ effect: "deny", rule: "sensitive-file" })
    }
  })

  it("T36 without a sandbox asks for every command, refuses when nobody is there, and leaves unrestricted as it is", () => {
    for (const profile of ["restricted", "normal", "trusted"] as const) {
      expect(bash("ls", execution(profile, { sandboxed: false }))).toMatchObject({ effect: "ask", rule: "no-sandbox" })
      expect(bash("ls", execution(profile, { sandboxed: false, attended: false }))).toMatchObject({
        effect: "deny",
        rule: "no-sandbox",
      })
    }
    expect(bash("ls", execution("unrestricted", { sandboxed: false, attended: false }))).toMatchObject({ effect: "allow" })
  })

  it("T15 asks before an agent that has read from the network runs or sends anything", () => {
    const tainted = { tainted: true }
    expect(bash("npm test", execution("trusted", tainted))).toMatchObject({ effect: "ask", rule: "tainted" })
    expect(bash("touch x", execution("trusted", tainted))).toMatchObject({ effect: "allow" })
    expect(bash("curl https://a.org", execution("unrestricted", tainted))).toMatchObject({ effect: "allow" })
    expect(
      judge({ capability: "web_fetch", input: { url: "https://a.org" }, access: execution("trusted", tainted) }),
    ).toMatchObject({ effect: "ask", rule: "tainted" })
  })

  it("AXS-7 in manual asks for everything with an effect, and not for reads", () => {
    const manual = { runControl: "manual" } as const
    expect(bash("ls", execution("trusted", manual))).toMatchObject({ effect: "allow" })
    expect(bash("touch x", execution("trusted", manual))).toMatchObject({ effect: "ask", rule: "manual" })
    expect(
      judge({ capability: "write_file", input: { path: "a", content: "" }, access: execution("trusted", manual) }),
    ).toMatchObject({ effect: "ask", rule: "manual" })
    expect(judge({ capability: "read_file", input: { path: "a" }, access: execution("trusted", manual) })).toMatchObject({
      effect: "allow",
    })
    expect(judge({ capability: "knock", input: { reason: "a" }, access: execution("trusted", manual) })).toMatchObject({
      effect: "allow",
    })
  })

  it("takes an absolute path inside the project folder for what it is", () => {
    const question = (command: string) => ({
      capability: "bash",
      input: { command },
      access: execution("normal"),
      workspace: "/home/u/project",
    })
    expect(judge(question("touch /home/u/project/a"))).toMatchObject({ effect: "allow" })
    expect(judge(question("touch /home/u/project/../other"))).toMatchObject({ effect: "deny", rule: "workspace" })
    expect(judge(question("touch /home/u/project-2/a"))).toMatchObject({ effect: "deny", rule: "workspace" })
  })

  it("refuses a commitment whose command would be refused", () => {
    expect(judge({ capability: "add_commitment", input: { command: "cat .env" }, access: access() })).toMatchObject({
      effect: "deny",
      rule: "secret",
    })
    expect(judge({ capability: "add_commitment", input: { command: "npm test" }, access: access() })).toMatchObject({
      effect: "allow",
    })
  })
})
