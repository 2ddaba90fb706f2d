// Owns: the real engine over real parts, without a shell: what the benchmarks of the path drive.
import { join } from "node:path"
import { anthropicModel } from "@kibitz/adapters/anthropic"
import { fileTools } from "@kibitz/adapters/files"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { fileDrafts, fileLog, systemChance, systemClock, systemIds } from "@kibitz/adapters/system"
import type { Model } from "@kibitz/ports"
import { type Engine, startEngine } from "@kibitz/supervisor"
import { migrationsDir } from "./project.ts"

export function engineForBench(
  dataDir: string,
  project: string,
  /** Shared between engines, as the app shares it between turns: its connections stay open. */
  model: Model = anthropicModel({ credentials: () => null }),
): { engine: Engine; close(): void } {
  const log = fileLog(join(dataDir, "kibitz.log"))
  const journal = sqliteJournal({ file: join(dataDir, "kibitz.db"), migrationsDir, log })
  const engine = startEngine({
    journal,
    clock: systemClock(),
    ids: systemIds(),
    chance: systemChance(),
    model,
    tools: fileTools(),
    drafts: fileDrafts(join(dataDir, "drafts")),
    log,
    project,
  })
  return {
    engine,
    close() {
      engine.stop()
      journal.close()
      log.close()
    },
  }
}
