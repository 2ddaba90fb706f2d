/** A lone surrogate is legal in a string and not in JSON that leaves the process; it would make every later request fail (F28). */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}
