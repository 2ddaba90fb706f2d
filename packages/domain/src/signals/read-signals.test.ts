import { describe, expect, it } from "vitest"
import { readSignals } from "./read-signals.ts"

const read = (text: string) => readSignals(text, "chorus")
const end = (text: string) => read(text).end
const complete = { kind: "complete" }
const said = "<chorus>COMPLETE</chorus>"
const blocked = (reason: string) => ({ kind: "blocked", reason })
const help = (reason: string) => ({ kind: "needs-help", reason })

describe("SIG-1 tags", () => {
  it.each([
    [said, complete],
    [`All tests pass. ${said}`, complete],
    [`**${said}**`, complete],
    ["- <chorus> COMPLETE </chorus>", complete],
    ["<chorus>COMPLETE: all of it</chorus>", complete],
    ["<chorus>BLOCKED: no network </chorus>", blocked("no network")],
    ["<chorus>BLOCKED:the build\n  of <main> says `a:b`</chorus>", blocked("the build of <main> says `a:b`")],
    ["<chorus>NEEDS_HELP:A or B?</chorus>", help("A or B?")],
    ["<chorus>NEEDS_HUMAN:sign in</chorus>", help("sign in")],
    ["<chorus><chorus>COMPLETE</chorus></chorus>", complete],
  ])("%j declares an end", (text, expected) => {
    expect(end(text)).toEqual(expected)
  })

  it.each([
    "",
    "COMPLETE",
    "<chorus>complete</chorus>",
    "<chorus>Complete</chorus>",
    "<Chorus>COMPLETE</Chorus>",
    "<chorus>COMPLETE",
    "COMPLETE</chorus>",
    "<chorus>COMPLETE is not reached</chorus>",
    "<chorus>NOT COMPLETE</chorus>",
    "<chorus>ALMOST:COMPLETE</chorus>",
    "<chorus>COMPLETE\n\n</chorus>",
    "<chorus>toString</chorus><chorus>__proto__:x</chorus>",
    "<choruses>COMPLETE</choruses>",
    "\\<chorus>COMPLETE</chorus>",
  ])("%j declares nothing", (text) => {
    expect(read(text)).toEqual({ end: null, progress: null, resolved: false })
  })

  it("blocked beats needs-help beats complete, in any order; of several reasons the last counts", () => {
    const help1 = "<chorus>NEEDS_HELP:h</chorus>"
    const blocked1 = "<chorus>BLOCKED:b</chorus>"
    expect(end(`${blocked1}\n\n${help1}\n\n${said}`)).toEqual(blocked("b"))
    expect(end(`${said} ${help1} ${blocked1}`)).toEqual(blocked("b"))
    expect(end(`${help1}\n${said}\n\nDONE`)).toEqual(help("h"))
    expect(end(`${blocked1}\n\nDONE`)).toEqual(blocked("b"))
    expect(end(`${blocked1} <chorus>BLOCKED:c</chorus>`)).toEqual(blocked("c"))
  })

  it("one that gives no reason takes what was said before it", () => {
    expect(end("Two keys fit.\n\n<chorus>PROGRESS:5</chorus>\n\n<chorus>NEEDS_HUMAN</chorus>\n\nLater words")).toEqual(
      help("Two keys fit."),
    )
    expect(end("The disk is full. <chorus>BLOCKED:</chorus>")).toEqual(blocked("The disk is full."))
    expect(end("<chorus>BLOCKED</chorus>")).toEqual(blocked("No reason was given."))
  })

  it("the tag's name is the configured one, and taken literally", () => {
    expect(readSignals("<team-1>COMPLETE</team-1>", "team-1").end).toEqual(complete)
    expect(readSignals(said, "team-1").end).toBeNull()
    expect(readSignals(said, ".*").end).toBeNull()
  })

  it("PROGRESS: the last one that is a number wins, within 0 and 100", () => {
    const progress = (...told: string[]) => read(told.map((n) => `<chorus>PROGRESS:${n}</chorus>`).join("\n\n")).progress
    expect(progress("10", "40")).toBe(40)
    expect(progress("80", "40")).toBe(40)
    expect(progress("40", "soon")).toBe(40)
    expect(progress(" 55 % ")).toBe(55)
    expect(progress("12.5")).toBe(12.5)
    expect(progress("250")).toBe(100)
    expect(progress("-3")).toBe(0)
    expect(progress("9".repeat(1000))).toBe(100)
    expect([progress("1/2"), progress(""), progress("0x10"), progress("1e1"), progress("NaN")]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it("RESOLVED is told apart from an end", () => {
    expect(read("<chorus>RESOLVED</chorus>")).toEqual({ end: null, progress: null, resolved: true })
  })
})

describe("SIG-1 words on the last line", () => {
  it.each(["DONE", "All is in.\n\nDONE.", "x\nCOMPLETED!", "DONE:  \n\n \t\n", "x\r\n\r\nDONE\r\n", "```\ncode\n```\nDONE"])(
    "%j is done",
    (text) => {
      expect(end(text)).toEqual(complete)
    },
  )

  it.each([
    "I abandoned it",
    "ABANDONED",
    "not done yet",
    "NOT DONE",
    "DONE is not reached",
    "I am DONE",
    "Done.",
    "done",
    "DONE?",
    "DONE..",
    "DONE\nbut one test fails",
    "- DONE",
    "> DONE",
    "    DONE",
    "\tDONE",
    "`DONE`",
    '"DONE"',
    "```\nDONE",
    "```\nDONE\n```",
    "DONE\n```\ncode\n```",
    "DONE\n\n> quote",
    "COMPLETE",
    "NEED  INPUT",
    "NEEDS INPUT",
    "CONDONE",
  ])("%j is nothing", (text) => {
    expect(end(text)).toBeNull()
  })

  it("WAITING and NEED INPUT ask for help with the paragraph before", () => {
    expect(end("Read it all.\n\nWhich port,\n80 or 81?\n\nWAITING")).toEqual(help("Which port, 80 or 81?"))
    expect(end("Which port?\nNEED INPUT:")).toEqual(help("Which port?"))
    expect(end("Which one?\n\n```\na\n```\n\n> b\n\nNEED INPUT")).toEqual(help("Which one?"))
    expect(end("WAITING")).toEqual(help("No reason was given."))
    const long = end(`${"long ".repeat(200)}\n\nWAITING`)
    expect(long).toEqual(help(`${"long ".repeat(56).slice(0, 279)}…`))
  })
})

describe("SIG-1 what is shown is not said", () => {
  it.each([
    ["a fence", `\`\`\`\n${said}\n\`\`\``],
    ["a fence with a language", `~~~xml\n${said}\n~~~`],
    ["a fence that is not closed", `so:\n\`\`\`\n\n${said}\n\nDONE`],
    ["a longer fence around a shorter", `\`\`\`\`\n\`\`\`\n${said}\n\`\`\`\n\`\`\`\``],
    ["a fence of the other mark", `~~~\n\`\`\`\n${said}\n~~~`],
    ["a fence in a list", `1. so:\n   \`\`\`\n${said}\n   \`\`\``],
    ["a fence that begins an item", `10. \`\`\`\n    ${said}\n    \`\`\`\n    ${said}`],
    ["a fence with words behind its mark", `\`\`\`\n\`\`\` no end\n${said}\n\`\`\``],
    ["a fence whose end is four columns deeper", `\`\`\`\n    \`\`\`\n${said}`],
    ["inline code", `end with \`${said}\` then`],
    ["inline code over two lines", `end with \`a\n${said}\` then`],
    ["inline code in two backticks", `\`\` \` ${said} \`\``],
    ["a row of backticks that is a code span", `\`\`\`${said}\`\`\``],
    ["indented code", `so:\n\n    ${said}`],
    ["indented code in an item", `-     ${said}`],
    ["code by a tab", `\t${said}`],
    ["a quote", `> ${said}`],
    ["a quote in a list", `- > ${said}`],
    ["a quote without a space", `  >${said}`],
    ["quotation marks", `I shall say "${said}" then`],
    ["quotation marks with more in them", `It says "end with ${said}, and only then".`],
    ["single quotation marks", `'${said}'`],
    ["typographic marks", `“${said}”`],
    ["German marks", `„${said}“`],
    ["French marks", `« ${said} »`],
    ["marks turned round", `»${said}«`],
    ["a quotation after a mark that nothing closes", `“so, "${said}"`],
    ["Japanese marks", `「${said}」`],
  ])("%s", (_, text) => {
    expect(end(text)).toBeNull()
  })

  it.each([
    ["after a fence", `\`\`\`\na\n\`\`\`\n${said}`],
    ["after a fence in a list", `10. \`\`\`\n    a\n    \`\`\`\n\n${said}`],
    ["after a fence whose end is three columns deeper", `\`\`\`\na\n   \`\`\`\n${said}`],
    ["after a code span of three backticks", `\`\`\`a\`\`\`\n${said}`],
    ["between a compound inch and an inch", `A 5"-screen, ${said} and a 6"`],
    ["after a quote", `> a\n\n${said}`],
    ["beside inline code", `\`a\` ${said} \`b\``],
    ["after a backtick that nothing closes", `it\`s ${said}`],
    ["after a backtick of another item", `- a \` b\n- ${said}\n- c \` d`],
    ["between escaped backticks", `\\\` ${said} \\\``],
    ["between quotations", `"a" ${said} "b"`],
    ["between an inch and an inch", `5" ${said} 6"`],
    ["after an apostrophe", `It's in, and the users' too. ${said} Don't worry, it isn't much.`],
    ["after a mark that nothing closes", `“so ${said}`],
    ["after a heading with a backtick", `# a \` b\n${said} \``],
  ])("but %s it counts", (_, text) => {
    expect(end(text)).toEqual(complete)
  })

  it("a quotation or code inside of a reason belongs to the reason", () => {
    expect(end('<chorus>BLOCKED:"npm test" fails with `</chorus>` in it</chorus>')).toEqual(
      blocked('"npm test" fails with `</chorus>` in it'),
    )
  })
})

it("SIG-1 a quotation that ends inside of a signal does not hold it", () => {
  expect(end('He said "<chorus>BLOCKED:no" and left</chorus>')).toEqual(blocked('no" and left'))
})

describe("SIG-1 reasons are fit to be shown", () => {
  it("T21 hides and reorders nothing, and is one line", () => {
    expect(end("<chorus>BLOCKED:a\u202eb\u0007c\u200bd\n  e</chorus>")).toEqual(blocked("a\\u{202e}b\\u{7}c\\u{200b}d e"))
  })

  it("F28 is cut at 500 characters, and never in the middle of one", () => {
    const found = end(`<chorus>NEEDS_HELP:x${"😀".repeat(400)}</chorus>`)
    const reason = found?.kind === "needs-help" ? found.reason : ""
    expect(reason.length).toBe(500)
    expect(reason.endsWith("…")).toBe(true)
    expect(reason.isWellFormed()).toBe(true)
  })
})

// A reader that looks at a place more than a few times would need minutes for these, and the runner ends it long before.
describe("SIG-1 takes no longer for hostile text", () => {
  const much = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length))
  const open = "<chorus>"
  const close = "</chorus>"
  it.each([
    ["tags that are not closed", much(open), null],
    ["tags that were never opened", `${open}${much(close)}`, null],
    ["tags in tags", `${much(open)}COMPLETE${much(close)}`, complete],
    ["a fence in each line", much("```\n~~~\n"), null],
    ["one line", `${much("x")}${said}`, complete],
    ["backticks", `${said}${much("` `` \\` ")}`, complete],
    ["rows of backticks, each longer", `${said} ${Array.from({ length: 1400 }, (_, n) => "`".repeat(n)).join(" ")}`, complete],
    ["quotation marks", `${said}${much("\"“„« 'a ")}`, complete],
    ["markers of lists", `${much("- ")}${said}`, complete],
    ["backslashes", `${much("\\")}${said}`, complete],
    ["empty lines", `${much("\r\n")}DONE`, complete],
    ["spaces in a tag", `${open}${much(" ")}${close}`, null],
    ["angle brackets", `${said}${much("<")}`, complete],
    ["signals without a reason", `${much("<chorus>BLOCKED</chorus>\n\n")}`, blocked("No reason was given.")],
  ])("%s", (_, text, expected) => {
    expect(end(text)).toEqual(expected)
  })
})
