import type { Instant, ModelFailure, ModelFailureKind } from "@kibitz/contract"
import { ModelFailureKind as kinds } from "@kibitz/contract"
import { expect, test } from "vitest"
import { noticeCopy, stopCopy, takeUpText } from "./notice-copy.ts"

const facts = { agent: "Jake", words: 0, waitMs: 38_000, named: null, models: [], isKeyless: false, agents: 1 }
const failure = (kind: ModelFailureKind, status: number | null = null): ModelFailure => ({
  kind,
  status,
  message: "why",
  requestId: null,
  retryAfterMs: null,
})
const failed = (kind: ModelFailureKind, status: number | null = null, parked = true) =>
  ({ type: "failed", failure: failure(kind, status), parked }) as const
const delayed = (kind: ModelFailureKind, status: number | null = null) =>
  ({ type: "delayed", failure: failure(kind, status), until: "2026-01-01T00:00:00.000Z" as Instant }) as const

test("A1: a rate limit counts down and offers no button", () => {
  expect(noticeCopy(delayed("rate_limited", 429), facts)).toEqual({
    tone: "waiting",
    text: "The provider asks us to wait 38 s. Jake continues after that.",
    detail: null,
    actions: [],
  })
  expect(noticeCopy(delayed("rate_limited", 429), { ...facts, waitMs: 0 })).toMatchObject({ tone: "quiet", actions: [] })
})

test("A5: a refused key says so and leads to the key", () => {
  expect(noticeCopy(failed("auth", 401), facts)).toMatchObject({
    text: "The provider refused this key (401). Jake is paused, nothing is lost.",
    actions: ["fix-key", "retry"],
  })
})

test("A5: a provider that is asked without a key and wants one is not said to have refused it", () => {
  expect(noticeCopy(failed("auth", 401), { ...facts, isKeyless: true })).toMatchObject({
    text: "The provider wants a key (401). Jake is paused, nothing is lost.",
    actions: ["add-key", "retry"],
  })
})

test("an unknown model is named, with what the provider offers", () => {
  const unknown = { ...failed("model_not_found", 404), model: "claude-sonnet-5-5" }
  expect(noticeCopy(unknown, { ...facts, models: ["a", "b"] })).toMatchObject({
    text: "The provider does not know the model “claude-sonnet-5-5”. It offers: a, b.",
    actions: ["choose-model", "retry"],
  })
  expect(noticeCopy(failed("model_not_found", 404), facts).text).toBe("The provider does not know the model.")
})

test("an unknown model that was set by name says the way back, and keeps its name when another is set since", () => {
  const unknown = { ...failed("model_not_found", 404), model: "nonsense-9" }
  expect(noticeCopy(unknown, { ...facts, named: "nonsense-9" })).toMatchObject({
    text: "The provider does not know the model “nonsense-9”. It was set by name; /model auto goes back to what the mode chooses.",
    actions: ["by-mode", "retry"],
  })
  expect(noticeCopy(unknown, { ...facts, named: "claude-opus-5-5" }).text).toBe(
    "The provider does not know the model “nonsense-9”.",
  )
})

test("A8: a broken stream says how much is kept", () => {
  expect(noticeCopy(failed("cut"), { ...facts, words: 214 })).toMatchObject({
    text: "The connection dropped after 214 words. They are kept.",
    actions: ["take-up", "retry"],
  })
  expect(noticeCopy(failed("cut"), facts).actions).toEqual(["retry"])
  expect(noticeCopy(failed("cut"), { ...facts, words: 1 }).text).toBe("The connection dropped after 1 word. It is kept.")
  expect(noticeCopy(failed("cut"), facts).text).toBe("The connection dropped before the first word.")
})

test("how many are held up by the same is said, once it is more than one", () => {
  const many = { ...facts, agents: 12 }
  expect(noticeCopy(failed("auth", 401), many).text).toBe(
    "The provider refused this key (401). 12 agents are paused, nothing is lost.",
  )
  expect(noticeCopy(delayed("rate_limited", 429), many).text).toBe(
    "The provider asks us to wait 38 s. 12 agents continue after that.",
  )
})

test("A8: going on after a broken stream hands over what had come, of a long one the end", () => {
  expect(takeUpText("half a sen")).toMatch(/without repeating it[\s\S]*half a sen$/)
  const long = takeUpText(`beginning ${"x".repeat(50_000)} end`)
  expect([long.length < 21_000, long.includes("beginning"), long.endsWith(" end")]).toEqual([true, false, true])
})

test("no network", () => {
  expect(noticeCopy(delayed("offline"), facts).text).toBe(
    "No network. Agents pause at their next model call. Reading and reviewing still work. Jake tries again in 38 s.",
  )
  expect(noticeCopy(failed("no_model"), facts)).toMatchObject({
    text: "No model is connected. Rehearsal works without one.",
    actions: ["connect", "retry"],
  })
})

test("every kind of failure has a sentence, a full stop and a way on, and apologises for nothing", () => {
  for (const kind of kinds.options) {
    const copy = noticeCopy(failed(kind), facts)
    expect(copy.text).toMatch(/^[A-Z].*\.$/)
    expect(copy.text).not.toMatch(/sorry|oops|unfortunately|null|undefined/i)
    // What Kibitz asked for itself is not the user's to try again; the card of the agent says how to go on.
    expect(copy.actions).toEqual(kind === "invalid_answer" ? [] : expect.arrayContaining(["retry"]))
    expect(noticeCopy(delayed(kind), facts).text).toMatch(/38 s/)
  }
})

test("how a reply ended is mentioned only when it did not end by itself", () => {
  expect(stopCopy("end_turn", null, "Jake")).toBeNull()
  expect(stopCopy("max_tokens", null, "Jake")?.actions).toEqual(["continue"])
  expect(stopCopy("refusal", null, "Jake")?.text).toContain("declined")
})
