// What must hold of every reply: what is quoted is not said, what is unknown has no say, and the worse news wins.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readSignals } from "./read-signals.ts"

const silence = { end: null, progress: null, resolved: false }
const read = (text: string) => readSignals(text, "chorus")
const tagged = (content: string) => `<chorus>${content}</chorus>`

const known = fc
  .oneof(
    fc.constantFrom("COMPLETE", "RESOLVED", "NEEDS_HUMAN", "BLOCKED"),
    fc
      .tuple(fc.constantFrom("BLOCKED", "NEEDS_HELP", "NEEDS_HUMAN"), fc.stringMatching(/^[a-z ]{1,20}$/))
      .map((parts) => parts.join(":")),
    fc.oneof(fc.integer(), fc.double(), fc.string()).map((n) => `PROGRESS:${n}`),
  )
  .map(tagged)
const unknown = fc
  .stringMatching(/^[A-Za-z_]{1,12}(:[a-z ]{0,12})?$/)
  .filter((content) => !/^(COMPLETE|BLOCKED|NEEDS_HELP|NEEDS_HUMAN|PROGRESS|RESOLVED)(:|$)/.test(content))
  .map(tagged)
const prose = fc.stringMatching(/^[A-Za-z ,.]{1,30}$/).map((text) => `x${text}`)
/** Anything that could bring a reader out of step. */
const noise = fc
  .array(
    fc.constantFrom(
      "`",
      "```",
      "~~~",
      "\n",
      "\n\n",
      "\r",
      "> ",
      "    ",
      "\t",
      "- ",
      "1. ",
      "# ",
      '"',
      "'",
      "“",
      "”",
      "\\",
      "<",
      "</chorus>",
      "<chorus>",
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(""))
const word = fc.constantFrom("DONE", "COMPLETED.", "WAITING", "NEED INPUT:")

/** Clean paragraphs with signals in them: what is said here counts. */
const paragraphs = fc.array(
  fc.oneof(
    prose,
    known,
    unknown,
    fc.tuple(prose, known).map((parts) => parts.join(" ")),
  ),
  { maxLength: 6 },
)
const reply = paragraphs.map((parts) => parts.join("\n\n"))
const wild = fc
  .array(fc.oneof(noise, known, unknown, prose, word, fc.string({ unit: "binary" })), { maxLength: 12 })
  .map((parts) => parts.join(""))
const lines = (text: string) => text.split(/\r\n|\n|\r/)

describe("SIG-1 for every reply", () => {
  it("never throws, progress is within 0 and 100, reasons are one short well-formed line", () => {
    fc.assert(
      fc.property(wild, (text) => {
        const { end, progress } = read(text)
        if (progress !== null) expect(progress >= 0 && progress <= 100).toBe(true)
        if (end === null || end.kind === "complete") return
        expect(end.reason).toMatch(/^\S(.*\S)?$/u)
        expect(end.reason.length).toBeLessThanOrEqual(500)
        expect(end.reason.isWellFormed()).toBe(true)
        expect(end.reason).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })

  it("quoting it takes every signal out", () => {
    fc.assert(
      fc.property(wild, fc.constantFrom("> ", ">", "  > "), (text, mark) => {
        const quoted = lines(text).map((line) => `${mark}${line}`)
        expect(read(quoted.join("\n"))).toEqual(silence)
      }),
    )
  })

  it("indenting it like code takes every signal out", () => {
    fc.assert(
      fc.property(wild, fc.constantFrom("    ", "\t", "  \t"), (text, indent) => {
        const code = lines(text).map((line) => `${indent}${line}`)
        expect(read(code.join("\n"))).toEqual(silence)
      }),
    )
  })

  it("fencing it takes every signal out, with the fence closed or not", () => {
    fc.assert(
      fc.property(wild, fc.constantFrom("`", "~"), fc.constantFrom("", "xml"), fc.boolean(), (text, mark, language, isClosed) => {
        const longest = Math.max(2, ...Array.from(text.matchAll(/`+|~+/g), ([row]) => row.length))
        const fence = mark.repeat(longest + 1)
        expect(read(`${fence}${language}\n${text}\n${isClosed ? fence : ""}`)).toEqual(silence)
      }),
    )
  })

  it("a signal in inline code or in quotation marks is not said", () => {
    fc.assert(
      fc.property(
        prose,
        known,
        fc.constantFrom("``", '""', "''", "“”", "„“", "«»", "‘’"),
        prose,
        (before, signal, marks, after) => {
          expect(read(`${before} ${marks.charAt(0)}${signal}${marks.charAt(1)} ${after}`)).toEqual(silence)
        },
      ),
    )
  })

  it("one BLOCKED anywhere beats everything else", () => {
    fc.assert(
      fc.property(paragraphs, fc.nat(), (parts, place) => {
        const others = parts.filter((part) => !part.includes("BLOCKED"))
        const all = others.toSpliced(place % (others.length + 1), 0, "<chorus>BLOCKED:the reason</chorus>")
        expect(read([...all, tagged("COMPLETE"), "DONE"].join("\n\n")).end).toEqual({ kind: "blocked", reason: "the reason" })
      }),
    )
  })

  it("COMPLETE counts wherever nothing worse is said", () => {
    fc.assert(
      fc.property(paragraphs, fc.nat(), (parts, place) => {
        const others = parts.filter((part) => !/BLOCKED|NEEDS/.test(part))
        const all = others.toSpliced(place % (others.length + 1), 0, tagged("COMPLETE"))
        expect(read(all.join("\n\n")).end).toEqual({ kind: "complete" })
      }),
    )
  })

  it("unknown types have no influence", () => {
    fc.assert(
      fc.property(reply, unknown, unknown, (text, before, after) => {
        expect(read(`${before}\n\n${text}\n\n${after}`)).toEqual(read(text))
      }),
    )
  })

  it("the last PROGRESS wins", () => {
    fc.assert(
      fc.property(reply, fc.integer({ min: -50, max: 150 }), (text, n) => {
        expect(read(`${text}\n\n${tagged(`PROGRESS:${n}`)}`).progress).toBe(Math.min(100, Math.max(0, n)))
      }),
    )
  })

  it("words count only in capitals and alone on the last line", () => {
    fc.assert(
      fc.property(prose, word, (text, last) => {
        expect(read(`${text}\n${last}`).end).not.toBeNull()
        expect(read(`${text} ${last}`).end).toBeNull()
        expect(read(`${last} ${text}`).end).toBeNull()
        expect(read(`${last}\n${text}`).end).toBeNull()
        expect(read(`${text}\n${last.toLowerCase()}`).end).toBeNull()
      }),
    )
  })
})
