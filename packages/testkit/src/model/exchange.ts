// Owns: how a test speaks as the provider, whether it stands behind a fake or at the far end of a socket.
import type { JsonObject, ModelFailureKind, StopReason } from "@kibitz/contract"
import type { Model } from "@kibitz/ports"

/** One request that is being answered. Nothing is said until the test says it. */
export type Exchange = {
  /** Adds to the text block that is open, or begins one. */
  text(text: string): void
  thinking(text: string, signature: string): void
  call(name: string, input: JsonObject): void
  finish(stopReason?: StopReason): void
  fail(kind: ModelFailureKind): void
  /** Resolves when the one who asked no longer listens. */
  left(): Promise<void>
}

/** A model and the place behind it, for the suite that every implementation must pass. */
export type ModelStage = {
  readonly model: Model
  /** The next request nobody has taken yet; waits for it to come. */
  asked(): Promise<Exchange>
  /** What a check is told: the models there are, or what is wrong. */
  answerChecks(answer: readonly string[] | ModelFailureKind): void
  close(): Promise<void>
}
