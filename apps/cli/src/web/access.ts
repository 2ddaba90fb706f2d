// Owns: who may come in: one token at a time, good for one use within ten minutes, exchanged for a session that lasts as long as
// the process. Only digests are kept, so that comparing takes the same time whatever was presented.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

export const TOKEN_LIFETIME_MS = 10 * 60 * 1000

export type Access = {
  /** A fresh token. The one before stops working. */
  mint(): string
  /** The new session's secret, or null. A wrong guess does not use up the token. */
  redeem(token: string): string | null
  knows(session: string): boolean
}

export function createAccess(elapsedMs: () => number): Access {
  let open: { digest: Buffer; until: number } | null = null
  const sessions: Buffer[] = []
  return {
    mint() {
      const token = secret()
      open = { digest: digest(token), until: elapsedMs() + TOKEN_LIFETIME_MS }
      return token
    },
    redeem(token) {
      if (open === null || elapsedMs() >= open.until || !timingSafeEqual(digest(token), open.digest)) return null
      open = null
      const session = secret()
      sessions.push(digest(session))
      return session
    },
    knows(session) {
      const presented = digest(session)
      return sessions.some((known) => timingSafeEqual(known, presented))
    },
  }
}

function secret(): string {
  return randomBytes(32).toString("base64url")
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
