// Owns: running the boot phases in order and taking them back in reverse. Does not own: what a phase does.
// Runs without a single await until a phase returns a promise: what Electron wants before `ready` must happen in the first tick.

export type Undo = () => void | Promise<void>
/** Gets everything the phases before it gave, and says through `undo` how to take itself back. */
export type Phase<Needs extends object, Gives extends object> = (
  needs: Needs,
  undo: (how: Undo) => void,
) => Gives | Promise<Gives>

export type Sequence<Start extends object, Has extends object> = {
  next<Gives extends object>(name: string, phase: Phase<Has, Gives>): Sequence<Start, Has & Gives>
  run(start: Start): Running<Has>
}
export type Running<Has> = {
  readonly done: Promise<Has>
  /** Takes back what has been done, newest first, each step at most once. A step that fails does not keep the others from running. */
  undo(): Promise<readonly Error[]>
}

type AnyPhase = { readonly name: string; readonly phase: Phase<object, object> }

export function bootSequence<Start extends object>(): Sequence<Start, Start> {
  return sequenceOf<Start, Start>([])
}

function sequenceOf<Start extends object, Has extends object>(phases: readonly AnyPhase[]): Sequence<Start, Has> {
  return {
    next: (name, phase) => sequenceOf([...phases, { name, phase: phase as unknown as AnyPhase["phase"] }]),
    run: (start) => run<Has>(phases, start),
  }
}

function run<Has>(phases: readonly AnyPhase[], start: object): Running<Has> {
  const undone: { name: string; how: Undo }[] = []
  let stopped = false

  const step = (index: number, has: object): object | Promise<object> => {
    let at = index
    let known = has
    for (;;) {
      const entry = phases[at]
      if (!entry) return known
      if (stopped) throw new Error(`boot was undone before "${entry.name}"`)
      const given = entry.phase(known, (how) => undone.push({ name: entry.name, how }))
      at += 1
      if (given instanceof Promise) {
        const before = known
        return given.then((more) => step(at, { ...before, ...more }))
      }
      known = { ...known, ...given }
    }
  }

  const done = new Promise<Has>((resolve, reject) => {
    try {
      const outcome = step(0, start)
      if (outcome instanceof Promise) outcome.then((has) => resolve(has as Has), reject)
      else resolve(outcome as Has)
    } catch (cause) {
      reject(cause)
    }
  })

  return {
    done,
    async undo() {
      stopped = true
      const failures: Error[] = []
      for (let entry = undone.pop(); entry; entry = undone.pop()) {
        try {
          await entry.how()
        } catch (cause) {
          failures.push(new Error(`taking back "${entry.name}" failed`, { cause }))
        }
      }
      return failures
    },
  }
}
