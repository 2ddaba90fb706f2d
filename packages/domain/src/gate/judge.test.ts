import { capabilities, type PermissionProfile } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Access, defaultAccess, judge } from "./judge.ts"

const read = (path: unknown, access: Access = defaultAccess) =>
  judge({ capability: "read_file", input: { path } as never, access })

describe("judge", () => {
  it("lets every profile read inside the project folder, in both phases", () => {
    for (const phase of ["planning", "execution"] as const) {
      for (const profile of ["restricted", "normal", "trusted", "unrestricted"] as PermissionProfile[]) {
        expect(read("src/index.ts", { phase, profile })).toMatchObject({ effect: "allow" })
      }
    }
  })

  it("T27 refuses names that are not declared, among them those every object has", () => {
    for (const name of ["bash", "rm", "__proto__", "constructor", "toString", "hasOwnProperty", "", "read_file "]) {
      expect(judge({ capability: name, input: {}, access: defaultAccess })).toMatchObject({ effect: "deny", rule: "declared" })
    }
  })

  it("T27 refuses input of the wrong shape and says where", () => {
    expect(read(42)).toMatchObject({ effect: "deny", rule: "input", because: expect.stringContaining("path") })
    expect(judge({ capability: "read_file", input: { path: "a", extra: 1 }, access: defaultAccess })).toMatchObject({
      rule: "input",
    })
    expect(judge({ capability: "read_file", input: "a", access: defaultAccess })).toMatchObject({ rule: "input" })
    expect(judge({ capability: "read_file", input: { path: "a", lines: 1e9 }, access: defaultAccess })).toMatchObject({
      rule: "input",
    })
  })

  it.each([
    "/etc/passwd",
    "../x",
    "a/../../x",
    "~/.ssh/id_rsa",
    "~root",
    "C:\\x",
    "\\\\host\\x",
    "..\\x",
    "a\0b",
    ".git/config",
    "x/.GIT/hooks",
    ".git. ",
  ])("T8 T10 refuses %j", (path) => {
    expect(read(path)).toMatchObject({ effect: "deny", rule: "workspace" })
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

  it("allows no capability in planning that is not a read", () => {
    for (const [name, declared] of Object.entries(capabilities)) {
      if ((declared.effect as string) === "read") continue
      expect(judge({ capability: name, input: {}, access: defaultAccess }).effect).not.toBe("allow")
    }
  })
})
