// Owns: text that may lie about itself, made honest for the one who has to approve it (T21).

const controls = String.raw`\x00-\x08\x0b-\x1f\x7f-\x9f`
/** Spaces that are no spaces, joiners, fillers, variation selectors, tags, and what reorders a line. */
const invisible = String.raw`\p{Cf}\p{Zl}\p{Zp}\u00a0\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\uffff\u{e0000}-\u{e01ef}`

const controlOnly = new RegExp(`[${controls}]`)
const invisibleOnly = new RegExp(`[${invisible}]`, "u")
const hidden = new RegExp(`[${controls}${invisible}]|[\\ud800-\\udfff]`, "gu")

export function hasControls(text: string): boolean {
  return controlOnly.test(text)
}

export function hasInvisible(text: string): boolean {
  return invisibleOnly.test(text)
}

/** Every such character as a visible escape: `\u{202e}`. New lines and tabs stay. */
export function visible(text: string): string {
  return text.replace(hidden, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}
