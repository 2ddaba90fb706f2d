// A host for dying-host.test.ts: starts one command after another until it is killed. Takes its plan as JSON.
import type { CallId, Confinement } from "@kibitz/contract"
import { testPermit } from "@kibitz/testkit"
import { shellTools } from "../run/tools.ts"
import { noSandbox } from "../sandbox/no-sandbox.ts"
import { systemSandbox } from "../sandbox/system-sandbox.ts"
import type { Stage } from "./stage.ts"

export type DyingHost = {
  readonly stage: Stage
  readonly hasSandbox: boolean
  readonly command: string
  readonly everyMs: number
  readonly most: number
}

const { stage, hasSandbox, command, everyMs, most } = JSON.parse(process.argv[2] ?? "") as DyingHost
const sandbox = hasSandbox ? systemSandbox() : noSandbox("a test", "")
const { hidden, spoolDir, runsDir } = stage
const tools = shellTools({ sandbox, hidden: [hidden], spoolDir, runsDir, knownToBeOff: () => !hasSandbox })
const confinement: Confinement = { write: true, network: !hasSandbox }

async function run(callId: CallId): Promise<void> {
  const permit = { ...testPermit(stage.workspace, "bash", { command }), confinement, callId }
  for await (const _ of tools.run(permit, new AbortController().signal));
}

process.stdout.write("began\n")
for (let at = 0; at < most; at += 1) {
  void run(`call_${at}` as CallId)
  await new Promise((resolve) => setTimeout(resolve, everyMs))
}
