// Owns: fitting paths to a glob that a model has written: with bounds on what it may unfold to.
import { Minimatch } from "minimatch"
import { type Refusal, refuse } from "./confine.ts"
import { showName } from "./text.ts"

const MOST_ALTERNATIVES = 1000

export type PathGlob = {
  readonly ok: true
  fits(segments: readonly string[]): boolean
  /** Whether something below this folder could fit. */
  mayHold(segments: readonly string[]): boolean
}

/** byName: a pattern without a slash fits the name in any folder. */
export function pathGlob(pattern: string, { byName }: { byName: boolean }): PathGlob | Refusal {
  const plain = pattern.replace(/^(\.\/)+/, "")
  if (plain.startsWith("/") || plain.split("/").includes("..")) {
    return refuse(`The pattern ${showName(pattern)} leads outside. Write it relative to the folder that is searched.`)
  }
  const anywhere = byName && !plain.includes("/")
  const matcher = new Minimatch(anywhere ? `**/${plain}` : plain, {
    dot: true,
    nonegate: true,
    nocomment: true,
    platform: "linux",
    braceExpandMax: MOST_ALTERNATIVES,
  })
  return {
    ok: true,
    fits: (segments) => matcher.match(segments.join("/")),
    mayHold: (segments) => matcher.match(segments.join("/"), true),
  }
}
