// Owns: that commands of agents can be confined here: bubblewrap on Linux, installed where that may be done (root with apt). Without it
// Kibitz starts and says so; tests fail, because what they prove would not be proven.
import { existsSync } from "node:fs"
import { notice, SetupFailure } from "./progress.mjs"
import { requirePackages } from "./system-packages.mjs"

const programs = ["/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"]

type Install = () => Promise<void>

const install: Install = async () => {
  if (process.platform !== "linux" || programs.some(existsSync)) return
  await requirePackages("the sandbox", ["bubblewrap"])
}

export async function sandboxForStart(installing: Install = install): Promise<void> {
  const problem = await problemOf(installing)
  if (problem !== null) notice(`commands of agents cannot be confined: ${problem.message}\n${problem.remedy}`)
}

export async function sandboxForTest(env: NodeJS.ProcessEnv = process.env, installing: Install = install): Promise<void> {
  const problem = await problemOf(installing)
  if (problem === null) return
  if (env.KIBITZ_ALLOW_NO_SANDBOX === "1") return notice(`tests go on without a sandbox: ${problem.message}`)
  throw new SetupFailure(problem.message, `${problem.remedy}\n(KIBITZ_ALLOW_NO_SANDBOX=1 lets the tests go on without.)`)
}

/** Whether it also works here is found out by the app's own probe, and by the tests of the sandbox. */
async function problemOf(installing: Install): Promise<SetupFailure | null> {
  try {
    await installing()
    return null
  } catch (failure) {
    if (failure instanceof SetupFailure) return failure
    throw failure
  }
}
