// A kind of brief without a model that only tests know: Kibitz runs the commands of its input, and the answer is what they printed. It is the example for
// all kinds to come: it is this file and its registration, and nothing else in Kibitz knows of it.
import type { Brief } from "@kibitz/contract"
import { defineWork } from "@kibitz/domain"
import { z } from "zod"

/** `known`: what the first commands have printed already, before Kibitz ended in the middle of the others. */
const Input = z.object({ commands: z.array(z.string()), known: z.array(z.string()) })

export const toyWork = defineWork<z.infer<typeof Input>, string>({
  kind: "toy-work",
  byKibitz: true,
  input: Input,
  tools: ["bash"],
  next: (_, __, { input, found }) => {
    const command = input.commands[input.known.length + found.length]
    return command === undefined ? null : { capability: "bash", input: { command } }
  },
  finding: z.string(),
  find: (_, ended) => (ended.type === "call.finished" ? ended.result.output : `refused (${ended.verdict.rule})`),
  onAnswer: (_, { id }, { input, found }) => [
    { type: "agent.progressed", agentId: id, percent: 100, note: [...input.known, ...found].join("; "), milestone: false },
  ],
  again: (_, __, { input, found }) => ({ ...input, known: [...input.known, ...found] }),
})

export const toyWorkBrief = (...commands: string[]): Brief => ({ kind: "toy-work", input: { commands, known: [] } })
