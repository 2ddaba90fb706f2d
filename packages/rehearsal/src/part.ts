// Owns: how far an actor has come in its part: which assistant messages were lines of it, and which line is next.
import { noticeOf, reportedEnd } from "./notices.ts"
import type { RequestMessage } from "./request.ts"
import type { Step } from "./scenario.ts"
import { textsOf } from "./texts.ts"

export type Progress = {
  /** The next one to play; as many as there are when the part is over. */
  readonly step: number
  /** Its children have not all reported, and the step is for when they have. */
  readonly isWaiting: boolean
  /** Assistant messages that are not lines of this part: it was over by then. */
  readonly surplus: readonly number[]
}

/** `turns` are the positions of the assistant messages that may be lines of the part that began at `from`, oldest first. */
export function progressOf(
  steps: readonly Step[],
  messages: readonly RequestMessage[],
  from: number,
  turns: readonly number[],
): Progress {
  const team = watchTeam()
  let step = 0
  let read = from
  for (const [at, turn] of turns.entries()) {
    for (; read < turn; read++) team.see(messages[read] as RequestMessage)
    if (step >= steps.length) return { step, isWaiting: false, surplus: turns.slice(at) }
    const isLine = !(messages[turn] as RequestMessage).content.some(answersChild)
    if (isLine && (steps[step]?.meanwhile === undefined || team.isComplete())) step++
  }
  for (; read < messages.length; read++) team.see(messages[read] as RequestMessage)
  return { step, isWaiting: steps[step]?.meanwhile !== undefined && !team.isComplete(), surplus: [] }
}

/** What is said to one below in between is no line of the part. */
function answersChild(block: RequestMessage["content"][number]): boolean {
  return block.type === "tool_use" && block.name === "answer_child"
}

function watchTeam() {
  const spawning = new Set<unknown>()
  const ended = new Set<string>()
  let started = 0
  return {
    see({ role, content }: RequestMessage): void {
      for (const block of content) {
        if (role === "assistant") {
          if (block.type === "tool_use" && block.name === "spawn_agent") spawning.add(block.id)
        } else if (block.type === "tool_result") {
          if (spawning.delete(block.tool_use_id) && block.is_error !== true) started++
        } else if (block.type === "text") {
          const name = reportedEnd(block.text as string)
          if (name !== null) ended.add(name)
        }
      }
    },
    isComplete: () => ended.size >= started,
  }
}

export type Away = {
  /** What it has said and called since the user left, or since it began. */
  readonly replies: number
  readonly calls: number
  /** The last question it has asked that nobody has answered. */
  readonly question: string | null
}

export const notAway: Away = { replies: 0, calls: 0, question: null }

/** What a handover is about: everything between the last `user left` and now. */
export function awayOf(messages: readonly RequestMessage[]): Away {
  const left = messages.findLastIndex((message) => message.role === "user" && textsOf(message).some(isLeaving))
  let replies = 0
  let calls = 0
  let question: string | null = null
  for (const [index, message] of messages.entries()) {
    if (message.role === "user" && textsOf(message).some((text) => noticeOf(text) === "answer")) question = null
    if (message.role !== "assistant") continue
    const used = message.content.filter((block) => block.type === "tool_use")
    question = used.map(questionIn).findLast((asked) => asked !== null) ?? question
    if (index < left) continue
    replies++
    calls += used.length
  }
  return { replies, calls, question }
}

function isLeaving(text: string): boolean {
  return noticeOf(text) === "left"
}

function questionIn(block: RequestMessage["content"][number]): string | null {
  const { question } = (block.input ?? {}) as { readonly question?: unknown }
  return block.name === "ask_user" && typeof question === "string" ? question : null
}
