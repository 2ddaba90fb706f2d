// Owns: what the actions of the frame do, for keys, palette and menu alike. What only one part of the screen can do is offered there.

import { type AgentId, jakeId, type SteerableAxis, WorkMode } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { flushSync } from "react-dom"
import { enterDockedTasks } from "../../features/tasks/enter-docked.ts"
import { heldCount, isAnybodyActive } from "../../kernel/agents/hold-state.ts"
import { type Slot, slotNumbers } from "../../kernel/keys/actions.ts"
import { type Commands, PASS } from "../../kernel/keys/registry.ts"
import { stepTo } from "../../kernel/posture/axes.ts"
import type { Session } from "../../kernel/session/offers.ts"
import type { Overlay } from "../../kernel/session/screen-state.ts"
import { changeTextSize } from "../../kernel/settings/text-size.ts"
import { runSlash } from "../../kernel/slash/use-slash.ts"
import { focusedPane, talkingTo } from "../../kernel/view/view.ts"
import { openBeside } from "../../kernel/ways/beside.ts"
import { closePane, goBack, goForward, nextTab, recallSlot, reopenTab, zoomOutNow } from "../../kernel/ways/ways.ts"
import { enterTree, isBeforeTree, moveRegion } from "./regions.ts"

/** On whom a command acts that names nobody: whom the user talks to, or has selected. */
export function subjectOf(session: Session): AgentId {
  const view = session.go.view.getState()
  return talkingTo(view) ?? view.selected
}

export function frameCommands(session: Session): Commands {
  const { go, walk } = session
  const pause = pauser(session)
  return {
    ...(session.shell.isThere ? windowCommands(session) : {}),
    "attention-next": walk.next,
    "attention-previous": walk.previous,
    "zoom-out": () => climb(session),
    "zoom-out-now": () => zoomOutNow(session),
    back: () => goBack(session),
    forward: () => goForward(session),
    "go-to-agent": (agentId) => toggle(session, { kind: "palette", mode: "agents", agentId }),
    palette: (agentId) => toggle(session, { kind: "palette", mode: "commands", agentId }),
    tasks: () => showTasks(session),
    // A chat that has the keys looks in itself.
    "find-here": (agentId) => toggle(session, { kind: "find", text: "", agentId }),
    "find-everywhere": (agentId) => toggle(session, { kind: "find", text: "", agentId }),
    settings: () => toggle(session, { kind: "settings", page: "general" }),
    help: () => toggle(session, { kind: "help" }),
    welcome: () => go.show({ kind: "welcome" }),
    "region-next": () => nextRegion(session),
    "region-previous": () => moveRegion(-1, session.shell.isRead()),
    split: (agentId) => split(session, agentId),
    "close-pane": () => closePane(session),
    "reopen-tab": () => reopenTab(session),
    "tab-next": () => nextTab(session, 1),
    "tab-previous": () => nextTab(session, -1),
    rail: () => toggleRail(session),
    inspector: () => session.showInspector(!isInspectorShown()),
    rename: (agentId) => session.show({ kind: "rename", agentId }),
    "new-agent": () => session.spawn(jakeId),
    "new-child": (agentId) => session.spawn(agentId),
    pause,
    "hold-all": () => holdOrGoOn(session),
    "work-mode": (agentId) => nextWorkMode(session, agentId),
    repair: (agentId) => say(session, agentId, "/mode repair"),
    "run-autonomous": (agentId) => control(session, agentId, "autonomous"),
    "run-assisted": (agentId) => control(session, agentId, "assisted"),
    "run-manual": (agentId) => control(session, agentId, "manual"),
    access: (agentId) => openAxis(session, agentId, "permissionProfile"),
    "text-larger": () => changeTextSize(session, (size) => size + 10),
    "text-smaller": () => changeTextSize(session, (size) => size - 10),
    "text-normal": () => changeTextSize(session, () => 100),
    ...Object.fromEntries(
      slotNumbers.map((slot): [`slot-${Slot}`, () => unknown] => [`slot-${slot}`, () => recallSlot(session, slot)]),
    ),
    ...Object.fromEntries(
      slotNumbers.map((slot): [`pin-${Slot}`, (agentId: AgentId) => unknown] => [
        `pin-${slot}`,
        (agentId) => go.pin(agentId, slot),
      ]),
    ),
  }
}

/** What only a program with windows can do. */
function windowCommands(session: Session): Commands {
  const { shell } = session
  return {
    "pop-out": (agentId) => void shell.popOut(agentId).then((why) => why !== null && session.remark(why)),
    "full-screen": shell.fullScreen,
  }
}

/** The last rungs of the Escape ladder (ux 2.2): from a card to the composer, from anywhere else out of the chat; the cost view is put away. */
function climb(session: Session): unknown {
  const { overlay } = session.screen.getState()
  // An overlay closes itself; one that is still being fetched cannot, and is not wanted any more.
  if (overlay !== null) return session.show(null)
  const view = session.go.view.getState()
  const { kind } = focusedPane(view).content
  if (kind === "map") return PASS
  if (kind === "cost") return session.go.putAway()
  const chat = document.activeElement?.closest("[data-region=attention]")?.closest(".chat")
  const composer = chat?.querySelector<HTMLElement>("[data-region=composer]")
  if (composer) return composer.focus()
  return session.go.zoomOut()
}

/** To whoever hears the screen the map says little: the tree, which can do the same, comes first, and the map is passed over (ux 7.1). */
function nextRegion(session: Session): void {
  const isRead = session.shell.isRead()
  if (!isRead || !isBeforeTree()) return moveRegion(1, isRead)
  flushSync(() => session.showPanels({ rail: { isOpen: true, section: "tree" } }))
  enterTree()
}

/** Where it is docked, the keys go there; otherwise it lies over the frame, until the same key is pressed again. */
export function showTasks(session: Session): void {
  if (!session.screen.getState().panels.tasks) return toggle(session, { kind: "tasks" })
  session.show(null)
  enterDockedTasks()
}

/**
 * The key that opened it closes it; the palette for agents is not the one for commands, and another window's key is about another agent than the
 * one it may be open for.
 */
function toggle(session: Session, overlay: Overlay): void {
  const shown = session.screen.getState().overlay
  const isSame = shown?.kind === overlay.kind && modeOf(shown) === modeOf(overlay)
  const agentId = forWhom(overlay)
  const isMeant = isSame && (agentId === subjectOf(session) || agentId === forWhom(shown))
  session.show(isMeant ? null : overlay)
}

const modeOf = (overlay: Overlay) => (overlay.kind === "palette" ? overlay.mode : null)
const forWhom = (overlay: Overlay) => ("agentId" in overlay ? overlay.agentId : undefined)

function split(session: Session, agentId: AgentId): void {
  const why = openBeside(session, agentId)
  if (why !== null) session.remark(why, "quiet")
}

function toggleRail(session: Session): void {
  const { rail } = session.screen.getState().panels
  session.showPanels({ rail: { ...rail, isOpen: !rail.isOpen } })
}

/** Beside the stage or over it: the page is what counts. */
function isInspectorShown(): boolean {
  return document.querySelector("[data-testid=inspector]") !== null
}

const TWICE_MS = 2_000

/** Twice within two seconds stops. */
function pauser(session: Session): (agentId: AgentId) => void {
  let last: { readonly agentId: AgentId; readonly at: number } | null = null
  return (agentId) => {
    const at = performance.now()
    const isSecond = last?.agentId === agentId && at - last.at < TWICE_MS
    last = isSecond ? null : { agentId, at }
    void session.ask({ type: "agent.halt", agentId, how: isSecond ? "stop" : "pause", scope: "one" })
  }
}

/** Everybody who works is held; when nobody does, those who are held go on. */
function holdOrGoOn(session: Session): void {
  const { world } = session.replica.world.getState()
  if (!world) return
  if (isAnybodyActive(world) || heldCount(world) === 0)
    void session.ask({ type: "agent.halt", agentId: jakeId, how: "pause", scope: "all" })
  else void session.ask({ type: "agent.resume", agentId: jakeId, scope: "all" })
}

function nextWorkMode(session: Session, agentId: AgentId): void {
  const { world } = session.replica.world.getState()
  const agent = world && findAgent(world, agentId)
  if (!agent) return
  const modes = WorkMode.options
  const next = modes[(modes.indexOf(agent.posture.workMode) + 1) % modes.length]
  say(session, agentId, `/mode ${next}`)
}

/** Giving up power is one step; more of it is shown first, and confirmed there (ux 2.10). */
function control(session: Session, agentId: AgentId, value: "autonomous" | "assisted" | "manual"): void {
  const { world } = session.replica.world.getState()
  const agent = world && findAgent(world, agentId)
  if (!agent) return
  if (agent.posture.runControl === value) return session.remark(`${agent.name} is ${value} already.`, "quiet")
  session.remark(null)
  if (stepTo("runControl", agent.posture.runControl, value) === "raise") openAxis(session, agentId, "runControl")
  else say(session, agentId, `/control ${value}`)
}

function say(session: Session, agentId: AgentId, line: string): void {
  // What was said before is no longer so.
  session.remark(null)
  void runSlash(session, agentId, line).then((why) => {
    if (why !== null) session.remark(why)
  })
}

/** The badge that is shown is the one of whom the user talks to or has selected: of anybody else it would be the wrong one. */
function openAxis(session: Session, agentId: AgentId, axis: SteerableAxis): void {
  if (subjectOf(session) !== agentId)
    return session.remark("Go to that agent first: what it may do is changed at its own badge.", "quiet")
  document.querySelector<HTMLElement>(`:is([data-testid=status-bar], .chat-window .chat-head) [data-axis=${axis}]`)?.click()
}
