// Owns: cutting a stream of bytes into lines without ever holding more than one line of the permitted length. Does not decode.

/** `bytes` lie in the chunk they came with, or in a buffer that the next line uses: take what is needed of them before asking for that. */
export type Line = { kind: "line"; bytes: Uint8Array } | { kind: "too-long" }

export type LineSplitter = {
  push(chunk: Uint8Array): Generator<Line>
  /** The last line may lack its newline. */
  end(): Generator<Line>
}

const NEWLINE = 0x0a

/** A line longer than `limit` bytes is reported once, as soon as that is certain, and thrown away up to its newline. */
export function lineSplitter(limit: number): LineSplitter {
  let held = new Uint8Array(0)
  let size = 0
  let discarding = false

  // One growing buffer and not a list of chunks: a writer that sends single bytes would make a list of millions of them. It is kept for the
  // next line: one for each would pile up faster than anybody collects them.
  function hold(bytes: Uint8Array): void {
    if (size + bytes.length > held.length) {
      const grown = new Uint8Array(Math.min(limit, Math.max(1024, held.length * 2, size + bytes.length)))
      grown.set(held.subarray(0, size))
      held = grown
    }
    held.set(bytes, size)
    size += bytes.length
  }

  function takeHeld(): Uint8Array {
    const bytes = held.subarray(0, size)
    size = 0
    return bytes
  }

  function* take(bytes: Uint8Array, complete: boolean): Generator<Line> {
    if (!discarding && size + bytes.length > limit) {
      discarding = true
      takeHeld()
      yield { kind: "too-long" }
    }
    if (discarding) {
      discarding = !complete
      return
    }
    if (complete && size === 0) {
      yield { kind: "line", bytes }
      return
    }
    hold(bytes)
    if (complete) yield { kind: "line", bytes: takeHeld() }
  }

  return {
    *push(chunk) {
      let start = 0
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
        yield* take(chunk.subarray(start, at), true)
        start = at + 1
      }
      if (start < chunk.length) yield* take(chunk.subarray(start), false)
    },
    *end() {
      if (size > 0) yield { kind: "line", bytes: takeHeld() }
      discarding = false
    },
  }
}
