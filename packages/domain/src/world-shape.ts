// Owns: which saved worlds can be read by this version of Kibitz. The journal is folded from the start where one cannot.
import { decoder, schemaText, WorldSnapshot } from "@kibitz/contract"
import { hashOf } from "./kernel/hash.ts"

/** Raise it when the same events fold to another world although neither they nor the schema of the world changed. */
const FOLD = 14

let shape: number | undefined

/**
 * Another number for another schema of the world. Covers the known events too: a world that was saved by a Kibitz with other events may be past
 * one that this version has to refuse. Takes a few milliseconds once, so only a host asks for it.
 */
export function worldShape(): number {
  shape ??= hashOf(`${FOLD} ${decoder.known} ${schemaText(WorldSnapshot)}`)
  return shape
}
