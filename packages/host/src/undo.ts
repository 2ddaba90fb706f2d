// Owns: taking apart what was put together, in reverse.

export class Undo {
  private readonly steps: (() => void | Promise<void>)[] = []

  add(step: () => void | Promise<void>): void {
    this.steps.push(step)
  }

  /** Every step is taken, whatever became of the ones before: a journal left open would lock the next start out. */
  async all(): Promise<void> {
    const failures: unknown[] = []
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step()
      } catch (cause) {
        failures.push(cause)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "Kibitz did not close cleanly.")
  }
}
