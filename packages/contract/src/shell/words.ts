// Owns: what a screen and the program around it (its shell) say to each other: windows, the menu, what the system tells. Agents' work never goes
// this way, and nothing of it is recorded. A screen without such a shell (a browser, a script) is refused; a page of
// `kibitz web` hears only the summary after quiet hours.
import { z } from "zod"
import { AgentId, ItemId } from "../ids.ts"
import { JoinCause } from "../presence/state.ts"

/** What a key, the palette and the menu can do, by its name. The screen knows what it means. */
const ActionName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)

/** Where the user wants to be: with this agent, at these items if there are any. */
const place = { agentId: AgentId, items: z.array(ItemId).max(200), cause: JoinCause }

export const MenuItem = z.strictObject({
  id: ActionName,
  title: z.string().min(1).max(80),
  /** Shown, not registered: the screen hears the key itself. */
  accelerator: z.string().min(1).max(40).nullable(),
  /** Whether anybody does it right now. */
  isOn: z.boolean(),
  /** Several of the same, under this name; null: it stands for itself. */
  family: z.string().min(1).max(80).nullable(),
})
export type MenuItem = z.infer<typeof MenuItem>
export const MenuGroup = z.strictObject({ title: z.string().min(1).max(40), items: z.array(MenuItem).max(80) })
export type MenuGroup = z.infer<typeof MenuGroup>

export const ShellAsk = z.discriminatedUnion("kind", [
  /** A window of its own for this agent's chat. One that is there already comes forward. */
  z.strictObject({ kind: z.literal("pop-out"), agentId: AgentId }),
  /** The window that shows this agent comes forward and goes there; without one of its own, the main window does. */
  z.strictObject({ kind: z.literal("go"), ...place }),
  /** The main window comes forward and does this, for this agent. */
  z.strictObject({ kind: z.literal("run"), action: ActionName, agentId: AgentId }),
  /** The chat of this window goes back to the main one. The window is closed by its own screen, once the chat is shown there. */
  z.strictObject({ kind: z.literal("return") }),
  /** This window, which is not the main one, closes. */
  z.strictObject({ kind: z.literal("close") }),
  z.strictObject({ kind: z.literal("full-screen") }),
  /** Asks the user for a folder, and starts Kibitz anew in it. From the main window only. */
  z.strictObject({ kind: z.literal("choose-project"), isUsed: z.boolean() }),
  z.strictObject({ kind: z.literal("menu"), groups: z.array(MenuGroup).max(20) }),
  /** The whole menu, at this point of the window: where the system has no place of its own for it. */
  z.strictObject({ kind: z.literal("menu-here"), x: z.int().min(0).max(20_000), y: z.int().min(0).max(20_000) }),
])
export type ShellAsk = z.infer<typeof ShellAsk>

export const ShellNews = z.discriminatedUnion("kind", [
  /** First, on every new line, and whenever it changes: whose chats have windows of their own. */
  z.object({ kind: z.literal("windows"), poppedOut: z.array(AgentId) }),
  /** On every new line too, and whenever it changes: whether a screen reader, or something like it, reads the windows. */
  z.object({ kind: z.literal("reader"), isOn: z.boolean() }),
  z.object({ kind: z.literal("go"), ...place }),
  /** Null: on whom the user talks to, or has selected, in the window that hears it. */
  z.object({ kind: z.literal("run"), action: ActionName, agentId: AgentId.nullable() }),
  z.object({ kind: z.literal("locked") }),
  z.object({ kind: z.literal("unlocked"), lockedMs: z.number().nonnegative() }),
  /** What was missed over the quiet hours, in one line. */
  z.object({ kind: z.literal("summary"), text: z.string() }),
  /** The system shows no notices. */
  z.object({ kind: z.literal("no-notices") }),
  /** Somebody needs the user, who wants to hear it. */
  z.object({ kind: z.literal("sound") }),
])
export type ShellNews = z.infer<typeof ShellNews>
