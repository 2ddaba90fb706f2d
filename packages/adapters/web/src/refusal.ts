/** What a model can act on: a sentence, not an exception. */
export type Refusal = {
  readonly ok: false
  readonly because: string
  /** Nobody outside was asked, or nobody answered: no word of theirs is in it. */
  readonly unread?: true
}

export function refuse(because: string): Refusal {
  return { ok: false, because }
}

/** Before anybody outside had a say. */
export function refuseUnread(because: string): Refusal {
  return { ok: false, because, unread: true }
}

// Control characters but tab and line feed, and the format characters that hide or turn what follows.
const unseen = /[^\P{Cc}\n\t]|\p{Cf}/gu
const longestShown = 300

/** Text from outside, fit to be read: well-formed, without control characters and without marks that turn or hide what follows (T15). */
export function shownText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(unseen, "")
}

/** An address or a word from outside in a sentence of ours. */
export function shownName(name: string): string {
  const shown = shownText(name).replace(/\s+/g, " ")
  return shown.length > longestShown ? `${shown.slice(0, longestShown).toWellFormed()}…` : shown
}
