// Owns: telling what Kibitz says to an agent from what people say to it. An actor takes a cue from a notice, but its lines are chosen by
// the words of the one it works for; a notice that was taken for words would throw it out of its part.
import { z } from "zod"

export const Notice = z.enum([
  "question", // of one below it
  "verification", // a check failed, with what is missing
  "answer", // to a question it has asked
  "report", // of a child, or anything else that comes fenced
  "restart", // after a failure
  "continuation",
  "restarted", // Kibitz itself
  "joined",
  "left",
])
export type Notice = z.infer<typeof Notice>

const bracketed = /^\[[^\]]*\]$/u
const fromOutside = /^[^\n]{1,200}\n<<untrusted (\S+) ([^\n]*)>>\n/u
/** A child's end that has no words of its own comes without a fence. */
const bareReport = /^([^\n]{1,40}) (?:is stuck: \1 |has failed for good: |has failed: [^\n]*Kibitz starts it again)/u
const redirected = /^\[Kibitz\] new assignment\n[^\n]*\n/u

/** What somebody says in a text; null when it is a notice. A new assignment comes inside of one. */
export function wordsOf(text: string): string | null {
  const opened = redirected.exec(text)
  if (opened !== null) return text.slice(opened[0].length)
  return noticeOf(text) === null ? text : null
}

/** null: somebody's words. "other": a note that changes nothing about the part that is played. */
export function noticeOf(text: string): Notice | "other" | null {
  if (fromOutside.test(text)) return askedIn(text) === null ? "report" : "question"
  if (bareReport.test(text)) return "report"
  if (/^The answer (?:of [^\n]{1,40} )?to your question "/u.test(text)) return "answer"
  if (!text.startsWith("[Kibitz]")) return bracketed.test(text) ? "other" : null
  if (text.includes("[Kibitz] verification failed")) return "verification"
  const said = /^\[Kibitz\] (?:(continuation|restart)(?: \d|,)|(restarted)\b|user (joined|left)\b)/u.exec(text)
  const found = Notice.safeParse(said?.[1] ?? said?.[2] ?? said?.[3])
  return found.success ? found.data : "other"
}

/** The id of the question that one below it has asked; null for everything else. */
export function askedIn(text: string): string | null {
  return /^[^\n]{1,40} asks you\. Answer with answer_child and the question's id, ([\w-]+);/u.exec(text)?.[1] ?? null
}

/** What the agent had written when it was stopped and is to go on from; null when it is not told to, or had written nothing. */
export function draftIn(text: string): string | null {
  return /^\[Kibitz\] go on\n[\s\S]*?\nWhat you had written:\n\n…?([\s\S]+)$/u.exec(text)?.[1] ?? null
}

/** The most pressing of several that came together; null when there is none that asks for a line of its own. */
export function mostPressing(texts: readonly string[]): Notice | null {
  const heard = new Set(texts.map(noticeOf))
  return Notice.options.find((kind) => heard.has(kind)) ?? null
}

/** Who has reported that it will do no more by itself; null for a report on the way, and for everything that is no report. */
export function reportedEnd(text: string): string | null {
  const bare = bareReport.exec(text)
  if (bare !== null) return text.includes(" has failed: ") ? null : (bare[1] ?? null)
  const opened = fromOutside.exec(text)
  const name = /\bagent="([^"]*)"/u.exec(opened?.[2] ?? "")?.[1]
  if (name === undefined || askedIn(text) !== null) return null
  const heading = text.slice(name.length, text.indexOf("\n"))
  return /^ (?:is done|says that it is done|is blocked|is stuck|has failed for good)\b/u.test(heading) ? name : null
}
