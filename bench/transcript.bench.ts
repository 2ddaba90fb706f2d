// A transcript of 100,000 messages and more than 200 MB: opening it must cost what is visible, not what is stored.
import { statSync } from "node:fs"
import { join } from "node:path"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { type Event, type Instant, jakeId } from "@kibitz/contract"
import { transcriptOf } from "@kibitz/domain"
import type { NewEntry } from "@kibitz/ports"
import { exchange } from "@kibitz/testkit"
import { spawnForLine } from "./child.ts"
import { engineForBench } from "./engine-for-bench.ts"
import { type Benchmark, inTempFolder, median } from "./harness.ts"
import { migrationsDir } from "./project.ts"

const MESSAGES = 100_000
const MS_LIMIT = 150
const MB_LIMIT = 30
const OPENINGS = 5

export const transcriptBenchmark: Benchmark = {
  name: "transcript",
  run: () =>
    inTempFolder(async (folder) => {
      await fill(folder)
      const megabytes = statSync(join(folder, "kibitz.db")).size / 1024 / 1024
      const openings: { ms: number; addedMb: number; events: number }[] = []
      for (let round = 0; round < OPENINGS; round++) {
        const worker = join(import.meta.dirname, "workers/open-transcript.ts")
        const { line } = await spawnForLine<{ ms: number; addedMb: number; events: number }>(process.execPath, [
          "--expose-gc",
          worker,
          folder,
        ])
        openings.push(line)
      }
      const note = `${MESSAGES} messages, ${megabytes.toFixed(0)} MB on disk, ${openings[0]?.events} events in the first page`
      return [
        { name: "transcript-open", value: median(openings.map((o) => o.ms)), limit: MS_LIMIT, unit: "ms", target: 1, note },
        {
          name: "transcript-memory",
          value: median(openings.map((o) => o.addedMb)),
          limit: MB_LIMIT,
          unit: "MB",
          target: 1,
          note,
        },
      ]
    }),
}

async function fill(folder: string): Promise<void> {
  const { engine, close } = engineForBench(folder, folder)
  await engine.open()
  const first = engine.supervisor.world().seq + 1
  close()
  const journal = sqliteJournal({ file: join(folder, "kibitz.db"), migrationsDir })
  const paragraph = "An agent says what it found, where it found it, and what it would do next. ".repeat(27)
  let seq = first
  for (let written = 0; written < MESSAGES; ) {
    const entries: NewEntry[] = []
    for (let pair = 0; pair < 500; pair++, written += 2) {
      for (const event of exchange(jakeId, written, paragraph, paragraph)) entries.push(entry(seq++, event))
    }
    journal.append(entries)
  }
  journal.close()
  // One ordinary start and stop saves the world, as the app does every few thousand events.
  const again = engineForBench(folder, folder)
  await again.engine.open()
  again.close()
}

function entry(seq: number, event: Event): NewEntry {
  return { seq, at: "2026-01-01T00:00:00.000Z" as Instant, event, transcriptOf: transcriptOf(event) }
}
