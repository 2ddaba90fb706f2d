// dispatch → decided → on disk → published, against the bare commit it cannot do without; alternating, so that a slow moment of the
// disk falls on both.
import { defaultSettings } from "@kibitz/contract"
import type { Supervisor } from "@kibitz/supervisor"
import { engineForBench } from "./engine-for-bench.ts"
import { type Benchmark, inTempFolder, type Measurement, median, pairedRatio } from "./harness.ts"
import { openRawCommit } from "./raw-commit.ts"

const ROUNDS = 1_500
const BATCH = 1_000
const BATCH_ROUNDS = 20
const payload = JSON.stringify({ type: "settings.changed", settings: defaultSettings })

type Figures = Pick<Measurement, "value" | "limit" | "ratio">

const changed = (round: number) => ({ type: "settings.change", patch: { textSize: 80 + (round % 100) } }) as const

export const dispatchBenchmarks: Benchmark = {
  name: "dispatch",
  run: () =>
    inTempFolder(async (folder) => {
      const raw = openRawCommit(folder)
      const { engine, close } = engineForBench(folder, folder)
      await engine.open()
      const single = await singles(engine.supervisor, raw.one)
      const grouped = await groups(engine.supervisor, raw.batch)
      close()
      raw.close()
      return [
        {
          name: "dispatch-published-p50",
          ...single,
          unit: "ms",
          target: 1.5,
          note: "limit: one-row SQLite commit, synchronous=FULL",
        },
        {
          name: "group-commit-per-event",
          ...grouped,
          unit: "ms",
          // An event here is decided and folded, and has its audit entry: a second row with an index, a digest and a mac. About a third of
          // the time is the audit log's, a third the deciding, a third the rows; measured between 5 and 7.5.
          target: 8,
          note: "limit: the bare events in one raw transaction, without rules and without an audit log",
        },
      ]
    }),
}

async function singles(supervisor: Supervisor, commit: (payload: string) => void): Promise<Figures> {
  const ours: number[] = []
  const bare: number[] = []
  let published = 0
  const unlisten = supervisor.listen(() => {
    published = performance.now()
  })
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await supervisor.dispatch(changed(round))
    ours.push(published - began)
    const bareBegan = performance.now()
    commit(payload)
    bare.push(performance.now() - bareBegan)
  }
  unlisten()
  return { value: median(ours), limit: median(bare), ratio: pairedRatio(ours, bare) }
}

async function groups(supervisor: Supervisor, commit: (payloads: readonly string[]) => void): Promise<Figures> {
  const ours: number[] = []
  const bare: number[] = []
  const payloads = Array.from({ length: BATCH }, () => payload)
  for (let round = 0; round < BATCH_ROUNDS; round++) {
    const began = performance.now()
    await Promise.all(Array.from({ length: BATCH }, (_, index) => supervisor.dispatch(changed(round * BATCH + index))))
    ours.push((performance.now() - began) / BATCH)
    const bareBegan = performance.now()
    commit(payloads)
    bare.push((performance.now() - bareBegan) / BATCH)
  }
  return { value: median(ours), limit: median(bare), ratio: pairedRatio(ours, bare) }
}
