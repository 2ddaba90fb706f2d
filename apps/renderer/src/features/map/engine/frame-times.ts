// Owns: how long frames took and when they were, for tests and benchmarks.

/** js: what this map's code took for the frame, the hand's moves since the one before included. */
export type Frame = { readonly at: number; readonly js: number }
const KEPT = 2_000

export class FrameTimes {
  readonly #frames: Frame[] = []
  #spent = 0

  /** Between frames, on behalf of the next. */
  spend(ms: number): void {
    this.#spent += ms
  }

  add(at: number, js: number): void {
    this.#frames.push({ at, js: js + this.#spent })
    this.#spent = 0
    if (this.#frames.length > KEPT) this.#frames.splice(0, KEPT / 2)
  }

  /** Those of the last so many milliseconds. */
  within(ms: number): readonly Frame[] {
    const from = performance.now() - ms
    return this.#frames.filter(({ at }) => at >= from)
  }
}
