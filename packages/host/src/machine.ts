// Owns: what the host looks up on the machine and tells the world: whether commands can be confined, whether the audit log holds, which
// commit a workspace is on, what a deletion would take, who is connected. Makes worktrees when asked. Reports, and decides nothing.
import { join } from "node:path"
import type { Agent, ClientCommand, Recorded, Rejection, Surface, WorkspaceId, World } from "@kibitz/contract"
import { findAgent, findWorkspace, type Look, looksAfter, takenId, workersIn } from "@kibitz/domain"
import type { Clock, Journal, Log, Sandbox, Workspaces } from "@kibitz/ports"
import type { Outcome, Supervisor } from "@kibitz/supervisor"

export type MachineNeeds = {
  readonly supervisor: Supervisor
  readonly journal: Journal
  readonly sandbox: Sandbox
  readonly workspaces: Workspaces
  /** Absolute path of the project folder. */
  readonly project: string
  /** Where worktrees are made: outside of the project folder. */
  readonly worktreesDir: string
  readonly clock: Clock
  readonly log: Log
}

export type Machine = {
  probeSandbox(): Promise<Outcome>
  /** The audit log; with "all" also every event and index of the journal. */
  verifyAudit(what?: "log" | "all"): Promise<Outcome>
  /** Reads the head of every workspace that somebody works in. */
  refreshHeads(): Promise<void>
  openWorktree(command: Extract<ClientCommand, { type: "workspace.open-worktree" }>): Promise<Outcome>
  /** Looks, and tells the world what was found. */
  look(what: Look): Promise<void>
  connected(surface: Surface): () => void
  /** Looks at what concepts want to have looked at after these events. */
  follow(batch: readonly Recorded[], world: World): void
  close(): void
}

export function watchMachine(needs: MachineNeeds): Machine {
  const { supervisor, journal, sandbox, workspaces, project, worktreesDir, clock, log } = needs
  const closing = new AbortController()
  const heads = new Heads(supervisor, workspaces)
  const surfaces = new ConnectedSurfaces(supervisor, closing.signal)
  let followed = supervisor.published()

  async function probeSandbox(): Promise<Outcome> {
    try {
      return await supervisor.dispatch({ type: "sandbox.record", status: await sandbox.probe(closing.signal) })
    } catch (cause) {
      log.error("the sandbox could not be probed", cause)
      return supervisor.dispatch({ type: "sandbox.record", status: probeFailed })
    }
  }

  async function verifyAudit(what: "log" | "all" = "log"): Promise<Outcome> {
    const chain = await inSlices(journal.verifyAudit(), clock)
    const events = chain.ok && what === "all" ? await inSlices(journal.verifyEvents(), clock) : ""
    const check =
      events === "" ? chain : { ...chain, ok: false, problem: `${events}. Run \`kibitz restore\` once Kibitz is closed` }
    // Logged before it is recorded: a log that cannot be continued refuses that too.
    if (!check.ok) log.error(events === "" ? "the audit log does not hold" : "the journal is damaged", new Error(check.problem))
    const outcome = await supervisor.dispatch({ type: "audit.record", ...check })
    if (check.ok) return outcome
    return no("storage-failed", `${events === "" ? "The audit log does not hold" : "The journal is damaged"}: ${check.problem}`)
  }

  async function openWorktree({ workspaceId, branch }: Parameters<Machine["openWorktree"]>[0]): Promise<Outcome> {
    const taken = takenId(supervisor.world(), workspaceId)
    if (taken) return { rejection: taken }
    const wish = { project, root: join(worktreesDir, workspaceId), branch: branch ?? null }
    const made = await workspaces.openWorktree(wish, closing.signal)
    if ("refused" in made) return no("unavailable", made.refused)
    return supervisor.dispatch({ type: "workspace.record-worktree", workspaceId, ...made })
  }

  async function look(what: Look): Promise<void> {
    try {
      switch (what.kind) {
        case "heads":
          return await heads.refreshOf(what.agentIds.map((id) => findAgent(supervisor.world(), id)))
        case "survey":
          return await survey(what)
        case "sandbox":
          await probeSandbox()
          return
        case "audit":
          await verifyAudit("all")
      }
    } catch (cause) {
      log.error("a look at the machine failed", cause, { what: what.kind })
      throw cause
    }
  }

  async function survey({ itemId, root, paths }: Extract<Look, { kind: "survey" }>): Promise<void> {
    const found = await workspaces.survey(root, paths)
    if (found) await supervisor.dispatch({ type: "approval.survey", itemId, survey: found })
  }

  return {
    probeSandbox,
    verifyAudit,
    refreshHeads: () => heads.refreshOf(workersIn(supervisor.world())),
    openWorktree,
    look,
    connected: (surface) => surfaces.connected(surface),
    follow(batch, world) {
      const before = followed
      followed = world
      // A look that failed is in the log.
      for (const { event } of batch) for (const what of looksAfter(event, world, before)) look(what).catch(() => {})
    },
    close: () => closing.abort(),
  }
}

const probeFailed = {
  state: "off",
  name: "",
  because: "Looking for a sandbox failed.",
  remedy: "The log has the details.",
} as const

/** Which commit each workspace is on. */
class Heads {
  private readonly supervisor: Supervisor
  private readonly workspaces: Workspaces

  constructor(supervisor: Supervisor, workspaces: Workspaces) {
    this.supervisor = supervisor
    this.workspaces = workspaces
  }

  /** Reads one head for each workspace that these agents work in. */
  async refreshOf(agents: readonly (Agent | undefined)[]): Promise<void> {
    const ids = new Set(agents.flatMap((agent) => agent?.workspaceId ?? []))
    for (const id of ids) await this.refresh(id)
  }

  private async refresh(workspaceId: WorkspaceId): Promise<void> {
    const known = findWorkspace(this.supervisor.world(), workspaceId)
    if (!known || known.root === "") return
    const head = await this.workspaces.head(known.root)
    if (head === findWorkspace(this.supervisor.world(), workspaceId)?.head) return
    await this.supervisor.dispatch({ type: "workspace.record-head", workspaceId, head })
  }
}

/** Which surfaces have a client now. */
class ConnectedSurfaces {
  private readonly supervisor: Supervisor
  private readonly closing: AbortSignal
  private readonly surfaces: Surface[] = []

  constructor(supervisor: Supervisor, closing: AbortSignal) {
    this.supervisor = supervisor
    this.closing = closing
  }

  connected(surface: Surface): () => void {
    this.surfaces.push(surface)
    this.tell()
    let gone = false
    return () => {
      if (gone || this.closing.aborted) return
      gone = true
      this.surfaces.splice(this.surfaces.indexOf(surface), 1)
      this.tell()
    }
  }

  private tell(): void {
    void this.supervisor.dispatch({ type: "surfaces.record", surfaces: [...this.surfaces] })
  }
}

/** A long log is checked in slices: other work continues in between. */
export async function inSlices<Result>(steps: Generator<undefined, Result>, clock: Clock): Promise<Result> {
  for (;;) {
    const { value, done } = steps.next()
    if (done) return value
    await new Promise<void>((resolve) => clock.after(0, resolve))
  }
}

function no(kind: Rejection["kind"], message: string): Outcome {
  return { rejection: { kind, message } }
}
