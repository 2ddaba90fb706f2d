import type { Model } from "@kibitz/ports"

type Loaded = Model & { warm(): Promise<void>; close(): void }
export type LazyModel = Model & { warm(): void; close(): Promise<void> }

/**
 * The SDK costs more to load than the window: it is loaded when a model is first needed, or when there is time. A request waits until
 * `ready`, so that a turn that goes on at start does not fail for want of a key that is just being looked up.
 */
export function lazyModel(load: () => Promise<Loaded>, ready: () => Promise<void>): LazyModel {
  let loading: Promise<Loaded> | null = null
  const model = () => {
    loading ??= load()
    return loading
  }
  return {
    warm: () => void model().then((loaded) => loaded.warm()),
    async *stream(request, signal) {
      await ready()
      yield* (await model()).stream(request, signal)
    },
    async check(signal) {
      await ready()
      return (await model()).check(signal)
    },
    async close() {
      ;(await loading)?.close()
    },
  }
}
