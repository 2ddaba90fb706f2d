// Owns: what every file of resources/cogitation must hold to: shape, script, register, respect. Whether a word is right, people judge.
import { readdirSync, readFileSync } from "node:fs"
import { CogitationTradition } from "@kibitz/contract"
import { describe, expect, test } from "vitest"
import { vocabularyOf } from "./choose.ts"

const folder = new URL("../../../../resources/cogitation/", import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith(".json"))
const traditions = files.map((name) => CogitationTradition.parse(JSON.parse(readFileSync(new URL(name, folder), "utf8"))))
const vocabulary = vocabularyOf(traditions)
const general = vocabulary.filter(({ pool }) => pool === "general")

/** The scripts a language is written in here. All Jewish languages were at some time written in Hebrew letters. */
const scriptsOf: Readonly<Record<string, readonly RegExp[]>> = {
  aij: [/\p{Script=Hebrew}/u],
  am: [/\p{Script=Ethiopic}/u],
  arc: [/\p{Script=Hebrew}/u],
  bhh: [/\p{Script=Hebrew}/u, /\p{Script=Cyrillic}/u],
  el: [/\p{Script=Greek}/u],
  gez: [/\p{Script=Ethiopic}/u],
  he: [/\p{Script=Hebrew}/u],
  itk: [/\p{Script=Hebrew}/u],
  jct: [/\p{Script=Hebrew}/u, /\p{Script=Cyrillic}/u],
  jdt: [/\p{Script=Hebrew}/u, /\p{Script=Cyrillic}/u],
  jge: [/\p{Script=Hebrew}/u, /\p{Script=Georgian}/u],
  jpr: [/\p{Script=Hebrew}/u, /\p{Script=Arabic}/u],
  jrb: [/\p{Script=Hebrew}/u, /\p{Script=Arabic}/u],
  kdr: [/\p{Script=Hebrew}/u, /\p{Script=Cyrillic}/u],
  lad: [/\p{Script=Hebrew}/u],
  lsd: [/\p{Script=Hebrew}/u],
  ml: [/\p{Script=Malayalam}/u],
  mr: [/\p{Script=Devanagari}/u],
  sdt: [/\p{Script=Hebrew}/u],
  ti: [/\p{Script=Ethiopic}/u],
  tmr: [/\p{Script=Hebrew}/u],
  trg: [/\p{Script=Hebrew}/u],
  yej: [/\p{Script=Hebrew}/u, /\p{Script=Greek}/u],
  yi: [/\p{Script=Hebrew}/u],
}

/** Names of God, the core of prayer, death and mourning: no decoration for a progress line, in whatever spelling. */
const sacredOrMourning = [
  /\b(adonay|adonai|hashem|elohim|elokim|eloah|eloha|shaddai|shadai|tzevaot|tetragrammaton|shem ha-?meforash|shekhina|shechina)\b/,
  /\b(ein sof|en sof|ha-?kadosh|ribono shel olam|ribon|rakhmana|rachmana|got|dio|allah|egziabher)\b/,
  /\b(shema|amida|kaddish|kadish|kedusha|kol nidre|kol nidrei|hallel|viduy|vidui|el male|el malei|barekhu|barchu|avinu malkenu)\b/,
  /\b(shiva|shive|yahrzeit|yortsayt|yizkor|yisker|avel|avelut|aninut|kria|keria|hesped|levaya|levaye|shloshim|chevra kadisha)\b/,
  /\b(takhrikhim|tahara|tehera|nichum|nikhum|khurbn|shoah|shoa|met|mavet|kever|keyver|olev hasholem)\b/,
]

/** Case, accents and marks do not make another word. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
const letters = (text: string) => plain(text).replace(/[^\p{L}]/gu, "")

describe("OPM-12: the vocabulary as a whole", () => {
  test("there are at least 711 terms that may be drawn, of at least 12 traditions", () => {
    expect(general.length).toBeGreaterThanOrEqual(711)
    expect(new Set(general.map(({ tradition }) => tradition)).size).toBeGreaterThanOrEqual(12)
  })

  test("root and workers both have a wide choice without anything earthy", () => {
    const count = (registers: readonly string[]) => general.filter(({ register }) => registers.includes(register)).length
    expect(count(["comic", "everyday"])).toBeGreaterThanOrEqual(200)
    expect(count(["scholarly", "craft", "everyday"])).toBeGreaterThanOrEqual(400)
  })

  test("each file is named for its tradition and has enough terms to be more than a token", () => {
    expect(traditions.map(({ tradition }) => `${tradition}.json`)).toEqual(files)
    expect(traditions.filter(({ entries }) => entries.length < 8).map(({ tradition }) => tradition)).toEqual([])
  })

  test("no term is there twice, in whatever spelling or tradition", () => {
    const seen = Map.groupBy(vocabulary, ({ term }) => letters(term))
    const twice = [...seen.values()].filter(({ length }) => length > 1)
    expect(twice.map((group) => group.map(({ term, tradition }) => `${tradition}: ${term}`))).toEqual([])
  })

  test("earthy terms are a pinch, not the taste", () => {
    expect(vocabulary.filter(({ register }) => register === "earthy").length).toBeLessThanOrEqual(vocabulary.length * 0.05)
  })

  test("nothing sacred and nothing of mourning is drawn", () => {
    const found = general.filter(({ term }) => sacredOrMourning.some((words) => words.test(plain(term))))
    expect(found.map(({ term, tradition }) => `${tradition}: ${term}`)).toEqual([])
    const told = general.filter(({ gloss }) =>
      /\b(god|lord|divine|prays?|prayer|mourn\w*|death|dead|grave|funeral)\b/i.test(gloss),
    )
    expect(told.map(({ term, tradition }) => `${tradition}: ${term}`)).toEqual([])
  })

  test("Yiddish is spelled with its points: without them pe and fe are one letter", () => {
    const bare = vocabulary.filter(({ lang, script = "" }) => lang === "yi" && /פ(?!\p{M})/u.test(script))
    expect(bare.map(({ term, tradition }) => `${tradition}: ${term}`)).toEqual([])
  })
})

describe.each(traditions)("OPM-12: $name", ({ lang, entries }) => {
  const faults = (isFaulty: (entry: (typeof entries)[number]) => boolean) => entries.filter(isFaulty).map(({ term }) => term)

  test("terms are Latin letters that stand well before an ellipsis", () => {
    expect(faults(({ term }) => !/^[\p{Script=Latin}\p{M}'’ʿʾ -]+$/u.test(term))).toEqual([])
    expect(faults(({ term }) => term !== term.normalize("NFC"))).toEqual([])
    expect(faults(({ term }) => /ing$/i.test(term))).toEqual([])
    expect(faults(({ term }) => /^\p{Lu}/u.test(term))).toEqual([])
  })

  test("glosses are short, calm and not sentences", () => {
    expect(faults(({ gloss }) => /[.!…]$|!/.test(gloss))).toEqual([])
    expect(faults(({ gloss }) => gloss !== gloss.normalize("NFC"))).toEqual([])
  })

  test("what is given in the language's own letters is in them and nothing else", () => {
    const isForeign = (script: string, tag: string) =>
      !(scriptsOf[tag.slice(0, 3).replace("-", "")] ?? []).some((one) =>
        [...script].every((sign) => one.test(sign) || /[\p{M}\s\p{P}]/u.test(sign)),
      )
    expect(faults(({ script, lang: own }) => script !== undefined && isForeign(script, own ?? lang))).toEqual([])
    expect(faults(({ script }) => script !== undefined && script !== script.normalize("NFC"))).toEqual([])
  })
})
