// Owns: what the git tools answer with.
import { createHash } from "node:crypto"
import type { RunFacts } from "@kibitz/ports"
import { showName } from "../../files/src/text.ts"
import { runsPrograms } from "./runs-programs.ts"

export type Answer = { readonly ok: boolean; readonly output: string; readonly bytes: number; readonly run?: RunFacts }

const NAMED_FILES = 20

export function refused(because: string): Answer {
  return { ok: false, output: because, bytes: Buffer.byteLength(because) }
}

export function answered(output: string, raw: Buffer): Answer {
  const sha256 = createHash("sha256").update(raw).digest("hex")
  return {
    ok: true,
    output,
    bytes: Math.max(raw.length, Buffer.byteLength(output)),
    run: { exitCode: 0, sha256, spool: null },
  }
}

/** A notice, or nothing. */
export function programsNotice(paths: readonly string[]): string[] {
  const found = paths.filter(runsPrograms)
  return found.length === 0 ? [] : [`[files that make programs run: ${listed(found)}]`]
}

export function secretsNotice(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`[left out, because they hold secrets or belong to git: ${listed(paths)}]`]
}

export function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, NAMED_FILES).map(showName).join(", ")
  return paths.length > NAMED_FILES ? `${shown} and ${paths.length - NAMED_FILES} more` : shown
}
