// Owns: what sending does with the text: a command is run, a message goes out, and text leaves the field only when it is safe elsewhere.
import type { AgentId, Delivery } from "@kibitz/contract"
import { isSlash } from "@kibitz/domain"
import { type RefObject, useState } from "react"
import { writeDraft } from "../../../kernel/keep/drafts.ts"
import type { Frame, HasKeep, Messages, Remarks } from "../../../kernel/session/offers.ts"
import { useSession } from "../../../kernel/session/session-context.ts"
import type { SlashHelp } from "../../../kernel/slash/use-slash.ts"
import { type Aim, ranFor, sentTo } from "./aim.ts"
import type { KeptText } from "./use-kept-text.ts"

type Needs = Pick<KeptText, "text" | "place"> & {
  /** Whose chat this is; `aim` says whom the text is for. */
  readonly agentId: AgentId
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly aim: Aim
  readonly slash: SlashHelp
  readonly canSend: boolean
}

type Sending = {
  send(delivery: Delivery): void
  /** Why the text as it is cannot be sent; null before it was tried. */
  readonly refusal: string | null
}

export function useSending({ agentId, field, text, place, aim, slash, canSend }: Needs): Sending {
  const session = useSession<HasKeep & Messages & Frame & Remarks>()
  const [misaimed, setMisaimed] = useState<string | null>(null)

  function empty(next: string): void {
    place({ text: next, caret: next.length })
    if (next === "") writeDraft(session.keep, agentId, "")
    // A command may have led elsewhere meanwhile: the focus is there then, and stays.
    const at = document.activeElement
    if (at === null || at === document.body || field.current?.form?.contains(at)) field.current?.focus()
  }

  function run(): void {
    const { name, head } = aim
    const typed = text
    void slash.run().then((next) => {
      if (next === "" && name !== null && session.screen.getState().overlay === null) session.remark(ranFor(name), "quiet")
      // It has led out of this chat: the command is no draft.
      if (field.current === null && next === "") writeDraft(session.keep, agentId, "")
      // What was typed meanwhile is not thrown away.
      if (field.current?.value === typed) empty(next === "" ? "" : head + next)
    })
  }

  return {
    refusal: aim.refusal !== null && misaimed === text ? aim.refusal : slash.refusal,
    send: (delivery) => {
      if (!canSend) return
      if (aim.refusal !== null) return setMisaimed(text)
      if (isSlash(aim.line) || slash.marked !== null) return run()
      const { name } = aim
      const sent = session.send(aim.agentId, aim.line, delivery)
      if (name !== null)
        void sent.then((trouble) => session.remark(sentTo(name, trouble), trouble === null ? "quiet" : "problem"))
      empty("")
    },
  }
}
