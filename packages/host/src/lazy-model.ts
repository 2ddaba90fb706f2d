import type { Model } from "@kibitz/ports"

/** The SDK costs more to load than the window: it is loaded when a model is first needed, or when there is time. */
export function lazyModel(load: () => Promise<Model>): Model & { warm(): void } {
  let loaded: Promise<Model> | null = null
  const model = () => {
    loaded ??= load()
    return loaded
  }
  return {
    warm: () => void model(),
    async *stream(request, signal) {
      yield* (await model()).stream(request, signal)
    },
    check: async (signal) => (await model()).check(signal),
  }
}
