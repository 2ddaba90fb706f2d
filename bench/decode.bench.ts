// Reading a million current events through the decoder, against the bare JSON.parse of the same rows: what it costs to ask of every
// event whether it is known. Alternating, in one process.
import { join } from "node:path"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { decoder, type Event, jakeId } from "@kibitz/contract"
import { agentFounded, callAllowed, callFinished, entriesAfter, exchange } from "@kibitz/testkit"
import Database from "better-sqlite3"
import { type Benchmark, inTempFolder, median, pairedRatio } from "./harness.ts"
import { root } from "./project.ts"

const EVENTS = 1_000_000
/** As many different rows as a busy day has; read over and over until it is a million. */
const ROWS = 50_000
const ROUNDS = 6

type Row = [seq: number, name: string, payload: string]

export const decodeBenchmark: Benchmark = {
  name: "decode",
  run: () =>
    inTempFolder(async (folder) => {
      const file = join(folder, "kibitz.db")
      write(file)
      const db = new Database(file, { readonly: true })
      const rows = db.prepare<[], Row>("select seq, type, payload from events order by seq").raw().all()
      db.close()
      const bare: number[] = []
      const decoded: number[] = []
      for (let round = -1; round < ROUNDS; round++) {
        const sides: (() => void)[] = [
          () =>
            note(
              bare,
              round,
              timed(rows, (_seq, _name, payload) => JSON.parse(payload)),
            ),
          () => note(decoded, round, timed(rows, decoder.decode)),
        ]
        // Each goes first every other time: what the first leaves to be collected falls on the second.
        for (const side of round % 2 === 0 ? sides : sides.toReversed()) side()
      }
      const ratio = pairedRatio(decoded, bare)
      const told = `${EVENTS} events, median of ${ROUNDS}; limit: JSON.parse of the same rows`
      return [{ name: "decode", value: median(decoded), limit: median(bare), unit: "ms of CPU", ratio, target: 1.3, note: told }]
    }),
}

/** The first round warms up. */
function note(times: number[], round: number, ms: number): void {
  if (round >= 0) times.push(ms)
}

/** Of the processor: others may be using it too. */
function timed(rows: readonly Row[], read: (seq: number, name: string, payload: string) => unknown): number {
  const begun = process.cpuUsage()
  for (let done = 0; done < EVENTS; done += rows.length) for (const [seq, name, payload] of rows) read(seq, name, payload)
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/** The mixture of a working agent: it is spoken to, calls a tool, gets the result, answers. */
function write(file: string): void {
  const journal = sqliteJournal({ file, migrationsDir: join(root, "resources/migrations") })
  journal.append(entriesAfter(0, [agentFounded()]))
  for (let number = 0; journal.last() < ROWS; number++) {
    const events: Event[] = []
    for (let each = 0; each < 80; each++) events.push(...unit(number * 80 + each))
    journal.append(entriesAfter(journal.last(), events, jakeId))
  }
  journal.close()
}

function unit(number: number): Event[] {
  const [started, said, replied, finished] = exchange(
    jakeId,
    number,
    `Look at file ${number}.`,
    "I have looked at it. ".repeat(number % 20),
  )
  return [started, said, callAllowed(), callFinished("line\n".repeat(number % 60)), replied, finished].filter(
    (event) => event !== undefined,
  )
}
