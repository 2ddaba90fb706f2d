// U28: every pair of tokens that is used can be read, and the five states stay apart for everybody's eyes. The style sheets themselves are
// looked at too: a colour that is in no table here, or that is no token at all, fails.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { contrast, distance, type Vision, visions } from "./testing/colours.ts"

const source = join(import.meta.dirname, "../..")
const tokensCss = readFileSync(join(source, "kernel/ui/tokens.css"), "utf8")
/** From the first rule that sets them; those for other needs come later in the file. */
const plain = tokensCss.slice(tokensCss.indexOf("--bg:"), tokensCss.indexOf("--sans:"))
const themes = ["light", "dark"] as const
type Theme = (typeof themes)[number]

function valueIn(token: string, theme: Theme): string {
  const written = new RegExp(`--${token}: ([^;]+);`).exec(plain)?.[1] ?? expect.fail(`there is no token --${token}`)
  const both = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(written)
  return (both ? both[theme === "light" ? 1 : 2] : written) ?? written
}
const contrastOf = (front: string, back: string, theme: Theme) => contrast(valueIn(front, theme), valueIn(back, theme))

const grounds = ["bg", "surface-1", "surface-2"]
const states = ["working", "needs-you", "failed", "done", "idle"]
/** Words in these colours, on these grounds. */
const words: Readonly<Record<string, readonly string[]>> = {
  text: [...grounds, "surface-3", "desk", "accent-tint", "failed-tint"],
  muted: [...grounds, "surface-3", "desk", "accent-tint", "failed-tint"],
  faint: [...grounds, "desk"],
  accent: [...grounds, "surface-3", "desk", "accent-tint"],
  working: [...grounds, "desk"],
  "needs-you": [...grounds, "desk"],
  failed: [...grounds, "failed-tint"],
  done: [...grounds, "desk"],
  idle: [...grounds, "desk"],
  "on-accent": ["accent"],
  "on-ribbon": ["ribbon"],
  "on-diff-add": ["diff-add"],
  "on-diff-del": ["diff-del"],
  "on-working": ["working-fill"],
  "on-needs-you": ["needs-you-fill"],
  "on-failed": ["failed-fill"],
  "on-done": ["done-fill"],
  "on-idle": ["idle-fill"],
  "code-constant": ["surface-1", "surface-2"],
  "code-string": ["surface-1", "surface-2"],
  "code-comment": ["surface-1", "surface-2"],
  "code-keyword": ["surface-1", "surface-2"],
  "code-function": ["surface-1", "surface-2"],
  "code-punctuation": ["surface-1", "surface-2"],
}
/** Shapes, edges of controls and the ring of the focus. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(states.map((state) => [`${state}-fill`, [...grounds, "desk"]])),
  "line-strong": [...grounds, "desk"],
  accent: [...grounds, "surface-3", "desk"],
  ...Object.fromEntries(states.map((state) => [state, grounds])),
}
/** On the third surface, which is for what is pressed or chosen, these are shapes only (ux 9.2). */
const onlyShapesOnThird = new Set(["faint", "failed", "idle"])

describe("U28", () => {
  const tooWeak = (table: Readonly<Record<string, readonly string[]>>, least: number) =>
    themes.flatMap((theme) =>
      Object.entries(table).flatMap(([front, backs]) =>
        backs.flatMap((back) => {
          const found = contrastOf(front, back, theme)
          return found >= least ? [] : [`${theme}: ${front} on ${back} ${found.toFixed(2)}`]
        }),
      ),
    )

  it("words stand out from their ground by 4.5 at least", () => expect(tooWeak(words, 4.5)).toEqual([]))
  it("shapes, edges and the focus by 3 at least", () => expect(tooWeak(shapes, 3)).toEqual([]))

  it("the five states are 16 apart or more, for full, protan, deutan and tritan vision, as shapes in both themes", () => {
    const near = themes.flatMap((theme) =>
      (Object.keys(visions) as Vision[]).flatMap((vision) =>
        states.flatMap((one, at) =>
          states.slice(at + 1).flatMap((other) => {
            const apart = distance(valueIn(`${one}-fill`, theme), valueIn(`${other}-fill`, theme), vision)
            return apart >= 16 ? [] : [`${theme}, ${vision}: ${one} and ${other} ${apart.toFixed(1)}`]
          }),
        ),
      ),
    )
    expect(near).toEqual([])
  })

  it("the measure itself is right: pairs of Sharma, Wu and Dalal's kind, and black on white", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5)
    expect(distance("#000000", "#ffffff", "full")).toBeCloseTo(100, 1)
    expect(distance("#3ba3ff", "#3ba3ff", "deutan")).toBe(0)
    // Red and green of the same lightness are far apart for most, and close for those who miss one of the two.
    expect(distance("#c8503c", "#8c8c1e", "full")).toBeGreaterThan(2 * distance("#c8503c", "#8c8c1e", "deutan"))
  })
})

type Rule = { readonly file: string; readonly selector: string; readonly body: string }

function rulesOf(file: string): readonly Rule[] {
  const text = readFileSync(join(source, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "")
  return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = "", body = ""]) => ({
    file,
    selector: selector.trim(),
    body,
  }))
}
const sheets = globSync("**/*.css", { cwd: source }).filter((file) => file !== join("kernel", "ui", "tokens.css"))
const rules = sheets.flatMap(rulesOf)
const used = (body: string, property: string) =>
  [...body.matchAll(new RegExp(`(?:^|[;\\s])${property}:\\s*var\\(--([a-z0-9-]+)\\)`, "g"))].map(([, name = ""]) => name)

describe("the style sheets", () => {
  it("hold no colour of their own: every one is a token", () => {
    const raw = /#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch|hwb)\(/i
    expect(rules.filter(({ body }) => raw.test(body)).map(({ file, selector }) => `${file}: ${selector}`)).toEqual([])
  })

  it("use no token that is not there", () => {
    const own = new Set(
      [...rules.map(({ body }) => body), tokensCss]
        .flatMap((text) => [...text.matchAll(/--([a-z0-9-]+):/g)])
        .map(([, name]) => name),
    )
    const asked = rules.flatMap(({ file, body }) =>
      [...body.matchAll(/var\(--([a-z0-9-]+)\)/g)].map(([, name = ""]) => ({ file, name })),
    )
    expect(asked.filter(({ name }) => !own.has(name)).map(({ file, name }) => `${file}: --${name}`)).toEqual([])
  })

  it("write only in colours that are measured above", () => {
    const known = new Set([...Object.keys(words), ...Object.keys(shapes)])
    const unknown = rules.flatMap(({ file, selector, body }) =>
      used(body, "color").flatMap((name) => (known.has(name) ? [] : [`${file}: ${selector}: ${name}`])),
    )
    expect(unknown).toEqual([])
  })

  it("write with pairs that are measured above, where a rule sets both", () => {
    const unmeasured = rules.flatMap(({ file, selector, body }) => {
      const backs = [...used(body, "background"), ...used(body, "background-color")]
      return used(body, "color").flatMap((front) =>
        backs.flatMap((back) => {
          const isFine = words[front]?.includes(back) || shapes[front]?.includes(back)
          const isWeak = back === "surface-3" && onlyShapesOnThird.has(front)
          return isFine && !isWeak ? [] : [`${file}: ${selector}: ${front} on ${back}`]
        }),
      )
    })
    expect(unmeasured).toEqual([])
  })

  it("amber is filled only where a person must answer", () => {
    const filled = rules.filter(({ body }) =>
      [...used(body, "background"), ...used(body, "background-color")].includes("needs-you-fill"),
    )
    expect(
      filled
        .map(({ selector }) => selector)
        .filter((selector) => !/count|beacon|waiting|needs|badge|toast|knock|tier/.test(selector)),
    ).toEqual([])
  })
})
