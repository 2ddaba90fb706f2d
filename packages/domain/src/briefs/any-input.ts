import type { Json } from "@kibitz/contract"
import type { Schema } from "../brief/define.ts"

/** For a kind that needs nothing to be asked. */
export const anyInput: Schema<Json> = { safeParse: (value) => ({ success: true, data: value as Json }) }
