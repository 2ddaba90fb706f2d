// Only the text: Seatbelt itself runs on macOS, where the probe tries the walls at every start.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type SeatbeltPlaces, seatbeltProfile } from "./seatbelt-profile.ts"

const places: SeatbeltPlaces = {
  workspace: "/Users/ann/project",
  scratch: "/private/tmp/kibitz",
  home: "/Users/ann",
  shown: ["/opt/tools", "/Users/ann/.nvm/versions"],
  writable: ["/Users/ann/project/.git"],
  readOnly: ["/Users/ann/project/.git/config", "/Users/ann/project/.git/hooks"],
  guarded: [],
  hidden: ["/Users/ann/Library/Application Support/Kibitz", "/Users/ann/.ssh"],
}

const lines = (write: boolean, network: boolean) => seatbeltProfile(places, { write, network }).trim().split("\n")

describe("the profile for Seatbelt", () => {
  test("everything is denied that no rule allows", () => {
    expect(lines(true, true).slice(0, 2)).toEqual(["(version 1)", "(deny default)"])
  })

  test("T7: the project is written only when that was allowed, and nothing else but the scratch folder ever", () => {
    const writes = (write: boolean) => lines(write, false).filter((line) => line.startsWith("(allow file-write* (subpath"))
    expect(writes(false)).toEqual(['(allow file-write* (subpath "/private/tmp/kibitz"))'])
    expect(writes(true)).toEqual([
      '(allow file-write* (subpath "/Users/ann/project") (subpath "/Users/ann/project/.git") (subpath "/private/tmp/kibitz"))',
    ])
  })

  test("T13 T17: what is hidden is denied last, so that no rule before can open it", () => {
    expect(lines(true, true).at(-1)).toBe(
      '(deny file-read* file-write* (subpath "/Users/ann/Library/Application Support/Kibitz") (subpath "/Users/ann/.ssh"))',
    )
  })

  test("T13: a worktree inside the app's data is opened, and what surrounds it stays closed", () => {
    const data = "/Users/ann/Library/Application Support/Kibitz"
    const inside = { ...places, workspace: `${data}/worktrees/task`, writable: [] }
    const all = seatbeltProfile(inside, { write: true, network: false }).trim().split("\n")
    const closed = all.indexOf(`(deny file-read* file-write* (subpath "/Users/ann") (subpath "${data}"))`)
    const opened = all.findIndex((line) => line.startsWith(`(allow file-write* (subpath "${data}/worktrees/task")`))
    expect(closed).toBeGreaterThan(0)
    expect(opened).toBeGreaterThan(closed)
    expect(all.at(-1)).toBe('(deny file-read* file-write* (subpath "/Users/ann/.ssh"))')
  })

  test("T9: the home is closed before the project and the tools in it are opened again", () => {
    const all = lines(true, false)
    const closed = all.indexOf('(deny file-read* file-write* (subpath "/Users/ann"))')
    const opened = all.findIndex((line) => line.startsWith('(allow file-read* (subpath "/Users/ann/.nvm/versions")'))
    expect(closed).toBeGreaterThan(0)
    expect(opened).toBeGreaterThan(closed)
  })

  test("a program can find out where it stands, without seeing what is beside it", () => {
    const nested = { ...places, workspace: "/Users/ann/work/project", writable: [], shown: [] }
    expect(seatbeltProfile(nested, { write: true, network: false })).toContain(
      '(allow file-read-metadata (literal "/Users/ann/work") (literal "/Users/ann"))',
    )
  })

  test("G5: git's configuration and hooks are denied after the project is allowed, and .git cannot be moved away", () => {
    const all = lines(true, false)
    const allowed = all.findIndex((line) => line.startsWith('(allow file-write* (subpath "/Users/ann/project")'))
    const denied = all.indexOf(
      '(deny file-write* (subpath "/Users/ann/project/.git/config") (subpath "/Users/ann/project/.git/hooks"))',
    )
    expect(denied).toBeGreaterThan(allowed)
    expect(all.indexOf('(deny file-write-unlink (literal "/Users/ann/project/.git"))')).toBeGreaterThan(allowed)
  })

  test("T12: what tells programs what to do is not written, and nothing around it inside the project is renamed", () => {
    const guarded = ["/Users/ann/project/AGENTS.md", "/Users/ann/project/web/.github"]
    const all = seatbeltProfile({ ...places, guarded }, { write: true, network: false }).split("\n")
    const allowed = all.findIndex((line) => line.startsWith('(allow file-write* (subpath "/Users/ann/project")'))
    const denied = all.findIndex((line) => line.startsWith("(deny file-write* "))
    expect(denied).toBeGreaterThan(allowed)
    expect(all[denied]).toMatch(
      /\(subpath "\/Users\/ann\/project\/AGENTS.md"\) \(subpath "\/Users\/ann\/project\/web\/.github"\)\)$/,
    )
    const kept = ["/Users/ann/project/.git", "/Users/ann/project", "/Users/ann/project/web"]
    expect(all).toContain(`(deny file-write-unlink ${kept.map((place) => `(literal "${place}")`).join(" ")})`)
  })

  test("T16: without the network no rule mentions it but the one that denies it", () => {
    expect(lines(true, false).filter((line) => /network|socket|trustd/.test(line))).toEqual(["(deny network*)"])
    expect(lines(true, true)).toContain("(allow network-outbound (remote ip))")
  })

  test("a rule without places is left out: alone it would mean every place", () => {
    const none = { ...places, shown: [], writable: [], readOnly: [], guarded: [], hidden: [] }
    const bare = seatbeltProfile(none, { write: false, network: false })
      .split("\n")
      .filter((line) => /^\(\w+ file-[^(]*\)$/.test(line))
    expect(bare).toEqual(["(allow file-read-metadata)"])
  })

  test("whatever a folder is called, it stays one name in one rule", () => {
    const count = (text: string) => lines(true, false).length - text.trim().split("\n").length
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const workspace = `/Users/ann/${name}`
        try {
          const text = seatbeltProfile({ ...places, workspace }, { write: true, network: false })
          expect(count(text)).toBe(0)
          expect(text.replaceAll(/"(\\.|[^"\\])*"/g, "")).not.toMatch(/["\\]/)
        } catch (cause) {
          expect(String(cause)).toMatch(/control characters/)
        }
      }),
    )
    expect(() => seatbeltProfile({ ...places, workspace: "/a\n(allow default)" }, { write: true, network: true })).toThrow(
      /control/,
    )
  })
})
