// Owns: one event of each type that only a clock, a crash or chance brings about. Each file in `samples` tells a story that does not need the others. They are
// checked by the contract and written through the real journal.
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Event, type Instant } from "@kibitz/contract"
import type { z } from "zod"

/** `at`: when it happens, and a little later. */
export type Story = (at: Instant, later: Instant) => readonly z.input<typeof Event>[]

const folder = join(import.meta.dirname, "samples")

export async function samples(at: Instant, later: Instant): Promise<readonly Event[]> {
  const files = readdirSync(folder).toSorted()
  const stories = await Promise.all(files.map(storyIn))
  return stories.flatMap((story) => story(at, later)).map((event) => Event.parse(event))
}

async function storyIn(file: string): Promise<Story> {
  const { story }: { readonly story?: Story } = await import(pathToFileURL(join(folder, file)).href)
  if (!story) throw new Error(`samples/${file} tells no story`)
  return story
}

/** The types of today's contract that are not among those that were written. */
export function missingTypes(written: Iterable<string>): readonly Event["type"][] {
  const there = new Set(written)
  return Event.options.map(({ shape }) => shape.type.value).filter((type) => !there.has(type))
}
