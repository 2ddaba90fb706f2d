// The rehearsal in a process of its own, so that serving does not count as asking. Prints its address as one JSON line.
import { join } from "node:path"
import { startRehearsal } from "@kibitz/rehearsal"
import { resourcesDir } from "../project.ts"

/** 0: no delay at all. 1: as each scenario says. */
const pace = Number(process.argv[2] ?? 0)
const { baseUrl, apiKey } = await startRehearsal({ scenariosDir: join(resourcesDir, "rehearsal"), pace })
process.stdout.write(`${JSON.stringify({ baseUrl, apiKey })}\n`)
