// Owns: the map's colours, read from the page's custom properties: the one place where CSS becomes canvas.

import type { Theme, ToneColours } from "@kibitz/canvas"
import { look, watchLook } from "../../../kernel/preferences/look.ts"
import { once } from "../../../kernel/ui/once.ts"

export function readTheme(host: HTMLElement): Theme {
  const font = getComputedStyle(host).fontFamily
  const isForced = matchMedia("(forced-colors: active)").matches
  const made = (colour: (value: string) => string): Theme =>
    isForced ? forcedTheme(colour, font) : plainTheme((name) => colour(`var(--${name})`), font)
  const wanted = new Set<string>()
  made((value) => {
    wanted.add(value)
    return value
  })
  const found = coloursOf(host, [...wanted])
  return made((value) => found.get(value) ?? value)
}

/** All at once: read one by one, each would have the whole page's style worked out anew. */
function coloursOf(host: HTMLElement, values: readonly string[]): ReadonlyMap<string, string> {
  const holder = document.createElement("span")
  holder.hidden = true
  const probes = values.map((value) => {
    const probe = document.createElement("span")
    probe.style.color = value
    return probe
  })
  holder.append(...probes)
  host.append(holder)
  const found = new Map(probes.map((probe, at) => [values[at] ?? "", getComputedStyle(probe).color]))
  holder.remove()
  return found
}

function plainTheme(token: (name: string) => string, font: string): Theme {
  const tone = (name: string): ToneColours => ({
    fill: token(`${name}-fill`),
    text: token(name),
    on: token(`on-${name}`),
  })
  return {
    background: token("bg"),
    surfaces: [token("surface-1"), token("surface-2")],
    desk: token("desk"),
    line: token("line"),
    lineStrong: token("line-strong"),
    text: token("text"),
    muted: token("muted"),
    faint: token("faint"),
    accent: token("accent"),
    tones: {
      working: tone("working"),
      "needs-you": tone("needs-you"),
      failed: tone("failed"),
      done: tone("done"),
      quiet: tone("idle"),
    },
    font,
    hasShades: true,
    border: 1,
    lead: lead(),
  }
}

/** The system's own colours: shapes and words carry the meaning alone. */
function forcedTheme(colour: (name: string) => string, font: string): Theme {
  const [text, background, mark] = [colour("CanvasText"), colour("Canvas"), colour("Highlight")]
  const plain: ToneColours = { fill: text, text, on: background }
  const urgent: ToneColours = { fill: mark, text, on: background }
  return {
    background,
    surfaces: [background, background],
    desk: background,
    line: text,
    lineStrong: text,
    text,
    muted: text,
    faint: text,
    accent: mark,
    tones: { working: plain, "needs-you": urgent, failed: urgent, done: plain, quiet: plain },
    font,
    hasShades: false,
    border: 2,
    lead: lead(),
  }
}

/** Lines of a card stand as far apart as the user wants rows to. */
function lead(): number {
  return look.getState().density === "comfortable" ? 20 : 16
}

/** Calls back when colours or the text size may have become others. Returns how to stop. */
export function watchTheme(changed: () => void): () => void {
  const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"].map((query) =>
    matchMedia(query),
  )
  for (const query of queries) query.addEventListener("change", changed)
  const stop = watchLook(["theme", "density", "textSize"], changed)
  return () => {
    for (const query of queries) query.removeEventListener("change", changed)
    stop()
  }
}

/** One unit of the map in CSS pixels: labels, distances and forms grow with the text size the user has chosen. */
export function textUnit(): number {
  return (look.getState().textSize / 100) * browsersUnit()
}

/** 1 unless the browser's own text size is another than 16 px. */
const browsersUnit = once(() => {
  const probe = document.createElement("span")
  probe.style.fontSize = "medium"
  document.body.append(probe)
  const size = Number.parseFloat(getComputedStyle(probe).fontSize)
  probe.remove()
  return Number.isFinite(size) && size > 0 ? size / 16 : 1
})

const reduced = matchMedia("(prefers-reduced-motion: reduce)")

/** Asked anew for every flight: a change of the setting holds at once. */
export function lessMotion(): boolean {
  const { motion: chosen } = look.getState()
  return chosen === "reduced" || (chosen !== "full" && reduced.matches)
}
