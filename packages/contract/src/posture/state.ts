// Owns: the seven independent axes of an agent (AXS-1…10). No axis implies another; `style` and `workMode` are advice to the model and
// never reach the gate.
import { z } from "zod"
import { PermissionProfile } from "../call/capabilities.ts"
import { Instant } from "../time.ts"

export const Style = z.enum(["chat", "discussion", "plan", "development", "task"])
export type Style = z.infer<typeof Style>
export const WorkMode = z.enum(["chat", "plan", "build", "review", "repair", "research"])
export type WorkMode = z.infer<typeof WorkMode>
export const Phase = z.enum(["planning", "execution"])
export type Phase = z.infer<typeof Phase>
/** Who advances the loop while nobody is there. manual: every call with an effect is asked for. */
export const RunControl = z.enum(["autonomous", "assisted", "manual"])
export type RunControl = z.infer<typeof RunControl>
export const ModelMode = z.enum(["fast", "smart", "deep"])
export type ModelMode = z.infer<typeof ModelMode>
/** How the user is connected. Set by the connection, never by hand. */
export const Surface = z.enum(["desktop", "web", "headless", "rpc"])
export type Surface = z.infer<typeof Surface>

export const Posture = z.object({
  style: Style,
  workMode: WorkMode,
  phase: Phase,
  permissionProfile: PermissionProfile,
  runControl: RunControl,
  modelMode: ModelMode,
  surface: Surface,
})
export type Posture = z.infer<typeof Posture>
export type Axis = keyof Posture
export const Axis = z.enum(Object.keys(Posture.shape) as [Axis, ...Axis[]])

export const defaultPosture: Posture = {
  style: "chat",
  workMode: "chat",
  phase: "planning",
  permissionProfile: "normal",
  runControl: "autonomous",
  modelMode: "smart",
  surface: "desktop",
}

/** What the user may set; the connection sets the rest. */
export const PostureChanges = Posture.omit({ surface: true }).partial().strict()
export type PostureChanges = z.infer<typeof PostureChanges>
export type SteerableAxis = keyof PostureChanges

/** The user's yes to more power: the new values, as the refusal without it names them. */
export const Confirmation = z.string().max(40)

/** When a change takes effect. A call that is running is never changed. for-next-unit: for one turn, then back. */
export const SteerScope = z.enum(["now", "after-current-tool", "after-current-unit", "next-milestone", "for-next-unit"])
export type SteerScope = z.infer<typeof SteerScope>

/** policy: a rule of Kibitz, such as going back after a unit. parent: the one above was lowered. */
export const Actor = z.enum(["user", "policy", "parent"])
export type Actor = z.infer<typeof Actor>

/** A change that waits for its moment; one per axis, the last one wins. */
export const PendingSteer = z.object({
  axis: Axis,
  to: z.string(),
  scope: SteerScope,
  reason: z.string(),
  at: Instant,
})
export type PendingSteer = z.infer<typeof PendingSteer>

/** What a new agent of this project starts with. Nobody starts unrestricted. */
export const PostureDefaults = z.strictObject({
  style: Style,
  workMode: WorkMode,
  phase: Phase,
  permissionProfile: PermissionProfile.exclude(["unrestricted"]),
  runControl: RunControl,
})
export type PostureDefaults = z.infer<typeof PostureDefaults>
