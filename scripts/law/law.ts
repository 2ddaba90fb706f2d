// The law: what each folder may import and do. This table is the documentation; check.ts holds every source to it.
// The longest matching folder wins, so a part of a layer may have its own, stricter line.

export type Layer = {
  folder: string
  name: string
  /** Layers of ours it may import (itself is always allowed). */
  ours: readonly string[] | "any"
  /** Node's own modules: none, any, or just these. Files and child processes are for adapters; a shell names what it needs for itself. */
  node: "none" | "any" | readonly string[]
  /** True where the same input must always give the same output: time, chance and identity are arguments. */
  pure?: true
}

export const layers: readonly Layer[] = [
  { folder: "packages/contract", name: "contract", ours: [], node: "none", pure: true },
  { folder: "packages/canvas", name: "canvas", ours: [], node: "none", pure: true },
  { folder: "packages/domain", name: "domain", ours: ["contract"], node: "none", pure: true },
  { folder: "packages/ports", name: "ports", ours: ["contract"], node: "none" },
  { folder: "packages/supervisor", name: "supervisor", ours: ["contract", "domain", "ports"], node: "none" },
  { folder: "packages/adapters", name: "adapters", ours: ["contract", "ports"], node: "any" },
  // A server of its own, over loopback: it reads its scenarios and nothing else.
  { folder: "packages/rehearsal", name: "rehearsal", ours: [], node: ["crypto", "fs/promises", "http", "net", "path"] },
  { folder: "packages/testkit", name: "testkit", ours: ["contract", "domain", "ports"], node: "any" },
  {
    folder: "packages/host",
    name: "host",
    ours: ["contract", "domain", "ports", "supervisor", "adapters", "rehearsal"],
    node: ["path"],
  },
  // The window's place, the key's file and the screen's own files are the shell's affair, not an agent's.
  { folder: "apps/desktop", name: "desktop", ours: ["contract", "host"], node: ["fs", "module", "path"] },
  { folder: "apps/desktop/src/preload", name: "preload", ours: ["contract"], node: "none" },
  {
    folder: "apps/cli",
    name: "cli",
    ours: ["contract", "host"],
    node: ["crypto", "fs", "fs/promises", "http", "net", "os", "path", "stream", "util"],
  },
  { folder: "apps/cli/bin", name: "cli-launcher", ours: ["scripts"], node: "any" },
  { folder: "apps/renderer", name: "renderer", ours: ["contract", "domain", "canvas"], node: "none" },
  { folder: "e2e", name: "e2e", ours: "any", node: "any" },
  { folder: "bench", name: "bench", ours: "any", node: "any" },
  { folder: "scripts", name: "scripts", ours: "any", node: "any" },
]

/** Packages that only the named layers may import; their sub-paths are included. */
export const restrictedPackages: Readonly<Record<string, readonly string[]>> = {
  electron: ["desktop", "preload", "e2e", "bench", "scripts"],
  "@anthropic-ai/sdk": ["adapters", "bench"],
  "better-sqlite3": ["adapters", "bench"],
  "drizzle-orm": ["adapters"],
  xstate: ["supervisor"],
  unbash: ["domain"],
  "@noble/hashes": ["domain"],
  ws: ["cli", "e2e"],
  react: ["renderer"],
  "react-dom": ["renderer"],
  zustand: ["renderer"],
  shiki: ["renderer"],
  marked: ["renderer"],
  "d3-interpolate": ["canvas"],
}

/** What a test file may import beyond its layer's line. */
export const testsMayAlsoImport = { ours: ["testkit", "rehearsal", "domain", "ports"], packages: ["vitest", "fast-check"] }

/** The only places where a value may be called a Permit: the gate, and the forgery for tests, which no shipped source may import. */
export const permitMakers = ["packages/supervisor/src/gate/", "packages/testkit/src/permit.ts"]

/** What may be imported by name only where it says: a permit is asked for by the one that carries calls out. */
export const guardedNames: Readonly<Record<string, readonly string[]>> = {
  permitFor: ["packages/supervisor/src/gate/", "packages/supervisor/src/reactors/run-calls.ts"],
}

/** Names that mean one thing everywhere: under another name the rules would not recognise them. */
export const unrenamable = ["Permit", "ipcMain", "permitFor"]

export const longestFile = 400
export const longestStyleSheet = 500
/** A React component is a function. In tests and benchmarks functions may be longer. */
export const longestFunction = { folders: ["packages", "apps"], lines: 80 }

/** How many sources one folder below these may hold; tests are not counted. */
export const fullestFolders: readonly { readonly root: string; readonly sources: number }[] = [
  { root: "packages/contract", sources: 20 },
  { root: "packages/domain", sources: 20 },
  { root: "packages/supervisor", sources: 20 },
  { root: "apps/renderer", sources: 30 },
]

/** `layers`: folders of `root`, the lowest first; each may import itself and those before it. `apart`: its own sub-folders do not know each other. */
export type FolderLayers = { readonly root: string; readonly layers: readonly string[]; readonly apart: readonly string[] }

export const folderLayers: readonly FolderLayers[] = [
  { root: "apps/renderer/src", layers: ["kernel", "features", "app"], apart: ["features"] },
]

/** In these, folders import each other in one direction only. Each folder counts by itself, also one inside another. */
export const acyclicFolders: readonly string[] = ["packages/domain/src", "apps/renderer/src"]

/** What a screen loads of the concepts, and the files of rules that it must not reach, not even through other files. */
export const recordsWithoutRules = {
  root: "packages/domain/src",
  records: ["record.ts", "records.ts"],
  rules: ["concepts.ts", "decide.ts", "module.ts"],
}

/**
 * How many events one source may name outside of the concepts, all of one concept. Two: what begins something and what ends it, for a reactor. What
 * more events have in common is declared by their concepts (ADR 20).
 */
export const namesOfEvents = { most: 2, except: ["packages/contract", "packages/domain", "packages/testkit"] }

/** Electron settings whose defaults are the safe ones: naming them is the mistake. */
export const untouchablePreferences = [
  "webSecurity",
  "allowRunningInsecureContent",
  "experimentalFeatures",
  "enableBlinkFeatures",
]
