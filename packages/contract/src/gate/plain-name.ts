/** One spelling for all that some file system takes for the same name (T8): case, composed letters, trailing dots and spaces, streams. */
export function plainName(segment: string): string {
  // Most names are plain already; the rest of this is slow for thousands of them.
  if (/^[\w-]+(?:\.[\w-]+)*$/.test(segment)) return segment.toLowerCase()
  const name = segment.normalize("NFKC").toLowerCase()
  // HFS+ ignores these characters, so `.g\u200cit` is `.git` there.
  const visible = name.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
  return visible.replace(/:.*$/, "").replace(/[. ]+$/, "") || visible
}
