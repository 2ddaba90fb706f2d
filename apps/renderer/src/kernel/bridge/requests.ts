// Owns: what was asked and waits for its answer. After the line was lost, what may be asked twice is asked again; the rest is refused.
import type { AnsweredCard, ClientCommandInput, Rejection, Seq, ShellAsk } from "@kibitz/contract"
import type { Wire } from "./wire.ts"

export type Outcome = { readonly accepted: true; readonly seq: Seq } | { readonly accepted: false; readonly rejection: Rejection }

export type Request =
  | { readonly type: "dispatch"; readonly command: ClientCommandInput; readonly card?: AnsweredCard }
  | { readonly type: "shell"; readonly ask: ShellAsk }
type Asked = { request: Request; resolve(outcome: Outcome): void }

export function createRequests(wire: Wire) {
  const asked = new Map<number, Asked>()
  return {
    send: (request: Request): Promise<Outcome> =>
      new Promise((resolve) => {
        if (!wire.isOpen() && !isRepeatable(request)) return resolve(refusedLost)
        const id = wire.nextId()
        asked.set(id, { request, resolve })
        if (wire.isOpen()) wire.send({ ...request, id })
      }),
    sendAgain: () => {
      for (const [id, { request }] of asked) wire.send({ ...request, id })
    },
    lost: () => {
      for (const [id, { request, resolve }] of asked) {
        if (isRepeatable(request)) continue
        asked.delete(id)
        resolve(refusedLost)
      }
    },
    answer: (id: unknown, outcome: Outcome): void => {
      if (typeof id !== "number") return
      asked.get(id)?.resolve(outcome)
      asked.delete(id)
    },
  }
}

const refusedLost: Outcome = {
  accepted: false,
  rejection: { kind: "closing", message: "Kibitz is not connected. Try again when the connection is back." },
}

/** One message whatever happens, because the host knows its id. Anything else may have been done although the answer was lost. */
function isRepeatable(request: Request): boolean {
  return request.type === "dispatch" && request.command.type === "message.send" && request.command.messageId !== undefined
}
