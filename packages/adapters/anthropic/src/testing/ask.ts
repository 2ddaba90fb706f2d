// Owns: asking a model in a test and getting all of its events at once.
import type { ModelFailure, Reply } from "@kibitz/contract"
import type { Model, ModelEvent, ModelRequest, ModelStop } from "@kibitz/ports"

export function saying(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: "claude-sonnet-5-5",
    system: "You are Jake.",
    messages: [{ role: "user", content: [{ type: "text", text }] }],
    tools: [
      {
        name: "read_file",
        description: "reads a file",
        inputSchema: { type: "object", properties: { path: { type: "string" } } },
      },
      { name: "list_directory", description: "lists a folder", inputSchema: { type: "object", properties: {} } },
    ],
    maxTokens: 8192,
    ...more,
  }
}

export async function ask(model: Model, request: ModelRequest, signal = new AbortController().signal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of model.stream(request, signal)) events.push(event)
  return events
}

/** The one stop of a whole stream; throws if there is none, two, or something behind it. */
export function stopOf(events: readonly ModelEvent[]): ModelStop {
  const stops = events.filter((event) => event.type === "stop")
  const last = events.at(-1)
  if (stops.length !== 1 || last?.type !== "stop") throw new Error(`${stops.length} stops, the last item is ${last?.type}`)
  return last.stop
}

export async function replyTo(model: Model, request: ModelRequest): Promise<Reply> {
  const stop = stopOf(await ask(model, request))
  if (stop.kind !== "replied") throw new Error(`no reply: ${JSON.stringify(stop)}`)
  return stop.reply
}

export async function failureFor(model: Model, request: ModelRequest): Promise<ModelFailure> {
  const stop = stopOf(await ask(model, request))
  if (stop.kind !== "failed") throw new Error(`no failure: ${JSON.stringify(stop)}`)
  return stop.failure
}
