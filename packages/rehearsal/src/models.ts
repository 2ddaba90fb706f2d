// Owns: which model names the rehearsal answers to, newest first. A name that is not here gets the API's 404, as it would for real.
export type RehearsalModel = { readonly id: string; readonly name: string; readonly since: string }

export const models: readonly RehearsalModel[] = [
  { id: "claude-haiku-5-5", name: "Claude Haiku 5.5", since: "2026-10-01T00:00:00Z" },
  { id: "claude-sonnet-5-5", name: "Claude Sonnet 5.5", since: "2026-09-15T00:00:00Z" },
  { id: "claude-opus-5-5", name: "Claude Opus 5.5", since: "2026-08-20T00:00:00Z" },
  { id: "claude-sonnet-5", name: "Claude Sonnet 5", since: "2026-05-10T00:00:00Z" },
  { id: "claude-opus-5", name: "Claude Opus 5", since: "2026-04-20T00:00:00Z" },
  { id: "claude-haiku-4-5", name: "Claude Haiku 4.5", since: "2025-10-01T00:00:00Z" },
]

const known = new Set(models.map((model) => model.id))

export function isKnownModel(id: string): boolean {
  return known.has(id)
}

export function modelList(): string {
  return JSON.stringify({
    data: models.map((model) => ({
      type: "model",
      id: model.id,
      display_name: model.name,
      created_at: model.since,
      lifecycle: "active",
      max_input_tokens: 200_000,
      max_tokens: 64_000,
    })),
    has_more: false,
    first_id: models[0]?.id ?? null,
    last_id: models.at(-1)?.id ?? null,
  })
}
