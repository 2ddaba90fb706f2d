// Owns: reading the scenario files. A bad file stops the start with its name, the path inside it and what is wrong.
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { z } from "zod"
import { Scenario } from "./scenario.ts"

export class ScenarioError extends Error {
  readonly file: string
  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`${file}: ${problem}`, options)
    this.name = "ScenarioError"
    this.file = file
  }
}

/** In the order in which they are asked; the one for everything else comes last. */
export async function loadScenarios(dir: string): Promise<readonly Scenario[]> {
  const files = (await listFiles(dir)).filter((file) => file.endsWith(".json")).sort()
  const scenarios = await Promise.all(files.map((file) => loadScenario(join(dir, file))))
  const byName = new Map<string, string>()
  for (const [index, scenario] of scenarios.entries()) {
    const file = join(dir, files[index] as string)
    const other = byName.get(scenario.name)
    if (other !== undefined) throw new ScenarioError(file, `name: "${scenario.name}" is already the name of ${other}`)
    byName.set(scenario.name, file)
  }
  const fallbacks = scenarios.filter((scenario) => scenario.when === "otherwise")
  if (fallbacks.length !== 1) {
    const found = fallbacks.length === 0 ? "none" : fallbacks.map((scenario) => scenario.name).join(", ")
    throw new ScenarioError(dir, `exactly one scenario must have "when": "otherwise"; found ${found}`)
  }
  return scenarios.sort((a, b) => Number(a.when === "otherwise") - Number(b.when === "otherwise") || a.order - b.order)
}

async function listFiles(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (cause) {
    throw new ScenarioError(dir, `the folder cannot be read: ${(cause as Error).message}`, { cause })
  }
}

async function loadScenario(file: string): Promise<Scenario> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, "utf8"))
  } catch (cause) {
    throw new ScenarioError(file, `cannot be read as JSON: ${(cause as Error).message}`, { cause })
  }
  const parsed = Scenario.safeParse(value)
  if (!parsed.success) throw new ScenarioError(file, parsed.error.issues.map(describe).join("; "))
  return parsed.data
}

function describe(issue: z.core.$ZodIssue): string {
  return `${issue.path.length === 0 ? "(top level)" : issue.path.join(".")}: ${issue.message}`
}
