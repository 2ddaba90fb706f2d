// Owns: what counts as a token in a rehearsal: about four characters, whole code points, the pieces joined give the text back.
const piece = /\s*[\p{L}\p{N}]{1,5}|\s*[^\s\p{L}\p{N}]{1,2}|\s+/gu

export function splitTokens(text: string): string[] {
  return text.match(piece) ?? []
}

export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4)
}
