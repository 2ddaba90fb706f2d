// Speaks HTTP byte by byte, because a proper client would not send what an attacker sends.
import { connect } from "node:net"

export type RawAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The server ended the connection; otherwise it was still open when the answer was complete. */
  readonly closed: boolean
}

export type RawRequest = {
  readonly method?: string
  readonly target?: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string
}

export function rawHttp(port: number, { method = "GET", target = "/", headers = [], body = "" }: RawRequest): Promise<RawAnswer> {
  const head = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\r\n")
  return rawBytes(port, `${head}\r\n\r\n${body}`)
}

/** Not even HTTP, if that is what is wanted. */
export function rawBytes(port: number, bytes: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"))
    let received = ""
    socket.setEncoding("latin1")
    socket.on("data", (text) => {
      received += text
      // What must be closed closes at once, in the same breath as the answer; the rest is kept alive and ended by us.
      const answer = parse(received, false)
      if (answer !== null && answer.headers.connection !== "close") {
        resolve(answer)
        socket.destroy()
      }
    })
    socket.on("close", () => {
      const answer = parse(received, true)
      if (answer === null) reject(new Error(`no whole answer: ${received}`))
      else resolve(answer)
    })
    socket.on("error", reject)
  })
}

function parse(text: string, closed: boolean): RawAnswer | null {
  const end = text.indexOf("\r\n\r\n")
  if (end === -1) return null
  const [first = "", ...lines] = text.slice(0, end).split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  )
  const body = text.slice(end + 4)
  if (!closed && body.length < Number(headers["content-length"] ?? 0)) return null
  return { status: Number(first.split(" ")[1]), headers, body, closed }
}
