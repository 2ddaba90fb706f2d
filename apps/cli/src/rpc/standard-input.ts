// Owns: reading a pipe into one buffer that is used again and again. Node's own stdin makes a new buffer for every piece: what comes in quickly and
// is thrown away piles up until somebody collects it, and the allocator does not give it back to the system.
import { fstatSync } from "node:fs"
import { Socket } from "node:net"

/** As much as Node itself reads at a time. */
const PIECE_BYTES = 65_536

/** What comes in on stdin, piece by piece. A piece may only be used until the next one is asked for. */
export function standardInput(): AsyncIterable<Uint8Array> {
  const { isPipe } = kindOf(0)
  return isPipe ? piecesOf(0) : process.stdin
}

function kindOf(descriptor: number): { readonly isPipe: boolean } {
  try {
    const stat = fstatSync(descriptor)
    return { isPipe: stat.isFIFO() || stat.isSocket() }
  } catch {
    return { isPipe: false }
  }
}

/** Ends when the other side has closed it, or has gone. */
export async function* piecesOf(descriptor: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES)
  let size = 0
  let isOver = false
  let wake = () => {}
  const onread = {
    buffer,
    callback(read: number) {
      size = read
      wake()
      // Nothing more is read into the buffer before this piece has been used.
      return false
    },
  }
  const socket = new Socket({ fd: descriptor, readable: true, writable: false, onread })
  const end = () => {
    isOver = true
    wake()
  }
  socket.once("end", end).once("close", end).on("error", end)
  try {
    for (;;) {
      const arrived = new Promise<void>((resolve) => {
        wake = resolve
      })
      socket.resume()
      if (size === 0 && !isOver) await arrived
      if (size === 0) return
      const piece = buffer.subarray(0, size)
      size = 0
      yield piece
    }
  } finally {
    socket.destroy()
  }
}
