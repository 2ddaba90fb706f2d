// Owns: what a benchmark is and how it is printed: one JSON line with value, limit, ratio and unit. The limit is measured in the same
// run as the value, on the same machine, so that the ratio means something on any machine.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export type Measurement = {
  readonly name: string
  readonly value: number
  readonly limit: number
  readonly unit: string
  /** Where both were measured in pairs, the median of what each pair says; otherwise it is value by limit. */
  readonly ratio?: number
  /** The ratio this project promises to stay under. */
  readonly target: number
  readonly note?: string
}

export type Benchmark = {
  readonly name: string
  /** What it measured, or a line of JSON where a ratio to a limit would not say it. */
  readonly run: () => Promise<readonly (Measurement | string)[]>
  /** It takes so long that `npm run bench` without a name leaves it out. */
  readonly onlyWhenNamed?: true
}

export function printed(measured: Measurement | string): string {
  return typeof measured === "string" ? measured : lineOf(measured)
}

function lineOf({ name, value, limit, unit, target, note, ratio = value / limit }: Measurement): string {
  return JSON.stringify({
    bench: name,
    value: rounded(value),
    limit: rounded(limit),
    ratio: rounded(ratio),
    unit,
    target,
    met: ratio <= target,
    ...(note ? { note } : {}),
  })
}

export function percentile(samples: readonly number[], fraction: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

/** Of rounds in which both were measured one right after the other: a load that comes and goes falls on both of a pair. */
export function pairedRatio(values: readonly number[], limits: readonly number[]): number {
  return median(values.map((value, index) => value / (limits[index] ?? Number.NaN)))
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

/** A folder on a real disk: a tmpfs would make every commit look free. */
export async function inTempFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(process.env.KIBITZ_BENCH_DIR ?? tmpdir(), "kibitz-bench-"))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
