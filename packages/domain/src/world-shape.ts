// Owns: which saved worlds can be read by this version of Kibitz. The journal is folded from the start where one cannot.
import { decoder } from "@kibitz/contract"
import { hashOf } from "./kernel/hash.ts"

/** Raise it when a world that was saved before can no longer be read. */
const SHAPE = 13

/** Covers the known events too: a world that was saved by a Kibitz with other events may be past one that this version has to refuse. */
export const WORLD_SHAPE = /* @__PURE__ */ hashOf(`${SHAPE} ${decoder.known}`)
