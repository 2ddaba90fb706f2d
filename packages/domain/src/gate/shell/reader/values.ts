// Owns: what is known of the text a variable gets: which names are in it, and whether any of it comes from elsewhere.
import type { ParameterExpansionPart, Word, WordPart } from "unbash"

export type Value = {
  /** Not all of it stands in the command, or it is more than a number or a name. */
  readonly isForeign: boolean
  /** Variables whose text becomes part of it. */
  readonly expands: readonly string[]
  /** Names in it, which arithmetic takes for variables. */
  readonly identifiers: readonly string[]
  /** It is put together from pieces. */
  readonly isComposed: boolean
}

export const foreign: Value = { isForeign: true, expands: [], identifiers: [], isComposed: false }
export const constant: Value = { isForeign: false, expands: [], identifiers: [], isComposed: false }

const MAX_PLAIN = 200

export function flowOf(word: Word): Value {
  return word.parts ? joined(word.parts.map(flowOfPart)) : literal(word.value)
}

/** `[k]=v` in an array. */
export function valueOfElement(element: Word): Value {
  return element.parts ? foreign : literal(element.value.replace(/^\[[^\]]*\]\+?=/, ""))
}

function joined(values: readonly Value[]): Value {
  const pieces = values.filter((value) => value !== nothing)
  const [only = constant] = pieces
  if (pieces.length < 2) return only
  return {
    isForeign: pieces.some((piece) => piece.isForeign),
    expands: pieces.flatMap((piece) => piece.expands),
    identifiers: pieces.flatMap((piece) => piece.identifiers),
    isComposed: true,
  }
}

const nothing: Value = { ...constant }

/** A number or a name, nothing that arithmetic would take for more. */
function literal(text: string): Value {
  if (text === "") return nothing
  if (text.length > MAX_PLAIN || !/^\s*(?:[-+]?[\w.#]+\s*)?$/.test(text)) return foreign
  const name = /[A-Za-z_]\w*/.exec(text.replace(/^[-+\s]*\d\w*/, ""))?.[0]
  return name === undefined ? constant : { ...constant, identifiers: [name] }
}

function flowOfPart(part: WordPart): Value {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return literal(part.value)
    case "AnsiCQuoted":
      return part.text.includes("\\") ? foreign : literal(part.value)
    case "DoubleQuoted":
      return joined(part.parts.map(flowOfPart))
    case "ArithmeticExpansion":
      return constant
    case "SimpleExpansion":
      return variable(part.text.slice(1))
    case "ParameterExpansion":
      return parameter(part)
    case "BraceExpansion":
      return list(part.text)
    default:
      return foreign
  }
}

function variable(name: string): Value {
  if (/^[#?$!]$/.test(name)) return constant
  if (/^[\d@*]/.test(name)) return { ...constant, expands: ["@"] }
  return /^\w+$/.test(name) ? { ...constant, expands: [name] } : foreign
}

function parameter(part: ParameterExpansionPart): Value {
  if (part.prefix === "#") return constant
  if (part.prefix === "!") return foreign
  const value = variable(part.parameter)
  const { operation } = part
  switch (operation?.type) {
    case undefined:
      return value
    case "Default": {
      const other = flowOf(operation.operand)
      const { isForeign, expands, identifiers, isComposed } = joined([value, other])
      // One or the other, not both.
      return {
        isForeign,
        expands,
        identifiers,
        isComposed: other === nothing ? isComposed : value.isComposed || other.isComposed,
      }
    }
    case "Remove":
    case "Slice":
    case "CaseModification":
      return { ...value, isComposed: true }
    case "Replace":
      return joined([value, { ...flowOf(operation.replacement), isComposed: true }])
    default:
      return foreign
  }
}

/** `{1..9}`, `{a,b}`. */
function list(text: string): Value {
  if (/^\{-?\d+\.\.-?\d+(?:\.\.-?\d+)?\}$/.test(text)) return constant
  if (text.length > MAX_PLAIN || !/^\{\w*(?:(?:,|\.\.)\w*)*\}$/.test(text)) return foreign
  return { ...constant, identifiers: text.match(/(?<!\w)[A-Za-z_]\w*/g) ?? [] }
}
