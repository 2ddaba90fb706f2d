// Owns: asking the page where it is (ux 8): the app must have been started with `probe: true`.
import type { Page } from "@playwright/test"

type Presence = { readonly joined: readonly string[]; readonly mounted: readonly string[] }
type Frame = { readonly at: number; readonly js: number }
type Mark = { readonly name: string; readonly at: number }
type Camera = { readonly anchor: string; readonly x: number; readonly y: number; readonly scale: number }
type Cell = { readonly row: number; readonly col: number; readonly index: number }
type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** As in apps/renderer/src/features/map/probe.ts. */
type Probe = {
  presence(): Presence
  queue(): readonly { readonly item: string; readonly agentId: string }[]
  frames(ms: number): readonly Frame[]
  readonly marks: readonly Mark[]
  lod(id: string): string | null
  cell(id: string): Cell | null
  camera(): Camera | null
  rect(id: string): Rect | null
  isResting(): boolean
  selection(): readonly string[]
  idOf(name: string): string | null
}

/** Every answer of the probe, from the test's side. */
export function uxOf(page: Page) {
  const ask = <Name extends keyof Probe>(name: Name, ...args: readonly unknown[]) =>
    page.evaluate(
      ([key, given]) => {
        const probe = (window as unknown as { __ux: Record<string, unknown> }).__ux
        const answer = probe[key]
        return typeof answer === "function" ? answer(...given) : answer
      },
      [name, args] as const,
    )
  return {
    presence: () => ask("presence") as Promise<Presence>,
    queue: () => ask("queue") as Promise<ReturnType<Probe["queue"]>>,
    frames: (ms: number) => ask("frames", ms) as Promise<readonly Frame[]>,
    marks: () => ask("marks") as Promise<readonly Mark[]>,
    lod: (id: string) => ask("lod", id) as Promise<string | null>,
    cell: (id: string) => ask("cell", id) as Promise<Cell | null>,
    camera: () => ask("camera") as Promise<Camera | null>,
    rect: (id: string) => ask("rect", id) as Promise<Rect | null>,
    isResting: () => ask("isResting") as Promise<boolean>,
    selection: () => ask("selection") as Promise<readonly string[]>,
    idOf: (name: string) => ask("idOf", name) as Promise<string | null>,
  }
}
