// Owns: which saved worlds can be read by this version of Kibitz. The journal is folded from the start where one cannot.
import { decoder } from "@kibitz/contract"
import { hashOf } from "./kernel/hash.ts"

/** Raise it when the schema of the world changes (a test says so), or when the same events fold to another world. */
export const SHAPE = 14

/** Covers the known events too: a world that was saved by a Kibitz with other events may be past one that this version has to refuse. */
export const WORLD_SHAPE = /* @__PURE__ */ hashOf(`${SHAPE} ${decoder.known}`)
