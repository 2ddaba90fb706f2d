// Owns: which saved worlds can be read by this version of Kibitz. The journal is folded from the start where one cannot.
import { decoder, schemaText, WorldSnapshot } from "@kibitz/contract"
import { hashOf } from "./kernel/hash.ts"

/** Raise it when the same events fold to another world although neither they nor the schema of the world changed. */
const FOLD = 14

/** The build puts the number here (scripts/build/bundle.ts). Sources that run without a build have none. */
declare const __WORLD_SHAPE__: number | undefined

let shape = typeof __WORLD_SHAPE__ === "number" ? __WORLD_SHAPE__ : undefined

/**
 * Another number for another schema of the world. Covers the known events too: a world that was saved by a Kibitz with other events may be past
 * one that this version has to refuse. Walking the schema takes more than ten milliseconds in a new process, so a built Kibitz does not do it.
 */
export function worldShape(): number {
  shape ??= hashOf(`${FOLD} ${decoder.known} ${schemaText(WorldSnapshot)}`)
  return shape
}
