/** The direction of a text by its first letter. A field with dir="auto" works it out again for every line, which takes a minute
 *  for a pasted megabyte. */
export function directionOf(text: string): "ltr" | "rtl" {
  const letter = text.slice(0, 500).match(/\p{L}/u)?.[0]
  return letter !== undefined &&
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)
    ? "rtl"
    : "ltr"
}
