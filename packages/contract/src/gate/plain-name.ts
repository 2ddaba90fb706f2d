/** One spelling for all that some file system takes for the same name (T8): case, composed letters, trailing dots and spaces, streams. */
export function plainName(segment: string): string {
  const name = segment.normalize("NFKC").toLowerCase()
  // HFS+ ignores these characters, so `.g\u200cit` is `.git` there.
  const visible = name.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
  return visible.replace(/:.*$/, "").replace(/[. ]+$/, "") || visible
}
