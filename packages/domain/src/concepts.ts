// Owns: the list of concepts. Follow-up rules of one stage, and totals, run in the order of this list.
import type { Command, Event, World } from "@kibitz/contract"
import { agent } from "./agent/module.ts"
import { approval } from "./approval/module.ts"
import { attention } from "./attention/module.ts"
import { audit } from "./audit/module.ts"
import { registerBrief } from "./brief/registry.ts"
import { allBriefs } from "./briefs/all.ts"
import { call } from "./call/module.ts"
import { capability } from "./capability/module.ts"
import { connection } from "./connection/module.ts"
import { cost } from "./cost/module.ts"
import { grant } from "./grant/module.ts"
import { message } from "./message/module.ts"
import { posture } from "./posture/module.ts"
import { presence } from "./presence/module.ts"
import { question } from "./question/module.ts"
import { sandbox } from "./sandbox/module.ts"
import { session } from "./session/module.ts"
import { settings } from "./settings/module.ts"
import { slash } from "./slash/module.ts"
import { turn } from "./turn/module.ts"
import { verification } from "./verification/module.ts"
import { workspace } from "./workspace/module.ts"

for (const brief of allBriefs) registerBrief(brief)

export const concepts = [
  settings,
  session,
  sandbox,
  workspace,
  audit,
  grant,
  posture,
  cost,
  presence,
  message,
  question,
  connection,
  call,
  verification,
  turn,
  agent,
  attention,
  approval,
  capability,
  slash,
] as const

type One = (typeof concepts)[number]
type KeysOf<Part> = Part extends object ? keyof Part : never
type Commands = One extends infer C ? (C extends { readonly commands: infer Part } ? KeysOf<Part> : never) : never
type Events = One extends infer C ? (C extends { readonly events: infer Part } ? KeysOf<Part> : never) : never
type Slices = One extends infer C ? (C extends { readonly world: infer Part } ? KeysOf<Part> : never) : never

/** Names what no concept owns: a type error here says which command, event or part of the world has been forgotten. */
type Forgotten = Exclude<Command["type"], Commands> | Exclude<Event["type"], Events> | Exclude<keyof World, Slices | "seq">
export const everythingHasAnOwner: [Forgotten] extends [never] ? true : Forgotten = true
