// Owns: the list of kinds. A new kind is a file beside this one and a line here. One that opens with a line of Kibitz also needs a KibitzNote.
import type { AnyBrief } from "../brief/define.ts"
import { continuation } from "./continuation.ts"
import { conversation } from "./conversation.ts"
import { handover } from "./handover.ts"
import { verification } from "./verification.ts"

export const allBriefs: readonly AnyBrief[] = [conversation, continuation, verification, handover]
