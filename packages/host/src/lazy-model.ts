import type { ModelFailure } from "@kibitz/contract"
import type { Model, ModelRequest } from "@kibitz/ports"

type Loaded = Model & { warm(): Promise<void>; close(): void }
export type LazyModel = Model & { warm(): void; close(): Promise<void> }

/**
 * The SDK costs more to load than the window: it is loaded when a model is first needed, or when there is time. A request waits until
 * `ready`, so that a turn that goes on at start does not fail for want of a key that is just being looked up.
 */
export function lazyModel(load: () => Promise<Loaded>, ready: (request?: ModelRequest) => Promise<void>): LazyModel {
  let loading: Promise<Loaded> | null = null

  async function model(): Promise<Loaded> {
    loading ??= load()
    try {
      return await loading
    } catch (cause) {
      // Not kept, so that the next try really is one.
      loading = null
      throw cause
    }
  }

  return {
    warm: () => void model().then((loaded) => loaded.warm(), ignored),
    // The port promises that a stream never throws; loading can.
    async *stream(request, signal) {
      let loaded: Loaded
      try {
        await ready(request)
        loaded = await model()
      } catch (cause) {
        yield { type: "stop", stop: { kind: "failed", failure: notLoaded(cause) } }
        return
      }
      yield* loaded.stream(request, signal)
    },
    async check(signal) {
      try {
        await ready()
        return await (await model()).check(signal)
      } catch (cause) {
        return { ok: false, failure: notLoaded(cause) }
      }
    },
    async close() {
      await loading?.then((loaded) => loaded.close(), ignored)
    },
  }
}

function notLoaded(cause: unknown): ModelFailure {
  const message = `The part of Kibitz that talks to models could not be loaded: ${cause instanceof Error ? cause.message : cause}`
  return { kind: "unknown", message, status: null, requestId: null, retryAfterMs: null }
}

/** It is said where the model is needed. */
function ignored(): void {}
