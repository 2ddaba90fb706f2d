// Owns: prose about nothing, one token per word, as long as one likes.

const words = (
  "The light goes round and each ship takes it for its own. Some come near, some stay far out, and none of them asks who keeps " +
  "it. A log is read by those who are late, so it says what was seen and when, and no more."
).split(" ")

export const proseWords: readonly string[] = words.map((word, at) => (at === 0 ? `\n\n${word}` : ` ${word}`))
