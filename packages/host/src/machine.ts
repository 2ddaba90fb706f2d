// Owns: what the host looks up on the machine and tells the world: whether commands can be confined, whether the audit log holds, which
// commit a workspace is on, what a deletion would take, who is connected. Makes worktrees when asked. Reports, and decides nothing.
import { join } from "node:path"
import type { Agent, ClientCommand, ItemId, Recorded, Rejection, Surface, WorkspaceId } from "@kibitz/contract"
import { allAgents, deletedBy, findAgent, findWorkspace, type Preparation, rootOf } from "@kibitz/domain"
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
  /** What a command has to have looked at before it is decided, told to the world. */
  prepare(what: Preparation): Promise<void>
  connected(surface: Surface): () => void
  /** Commands may have moved the commit; a deletion that is asked for is counted. */
  follow(batch: readonly Recorded[]): void
  close(): void
}

const movesHead: ReadonlySet<string> = new Set(["bash", "git_commit"])

export function watchMachine(needs: MachineNeeds): Machine {
  const { supervisor, journal, sandbox, workspaces, project, worktreesDir, clock, log } = needs
  const closing = new AbortController()
  const surfaces: Surface[] = []
  const running = new Map<string, WorkspaceId>()

  async function probeSandbox(): Promise<Outcome> {
    try {
      return await supervisor.dispatch({ type: "sandbox.record", status: await sandbox.probe(closing.signal) })
    } catch (cause) {
      log.error("the sandbox could not be probed", cause)
      const status = {
        state: "off",
        name: "",
        because: "Looking for a sandbox failed.",
        remedy: "The log has the details.",
      } as const
      return supervisor.dispatch({ type: "sandbox.record", status })
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

  async function refreshHead(workspaceId: WorkspaceId): Promise<void> {
    const known = findWorkspace(supervisor.world(), workspaceId)
    if (!known || known.root === "") return
    const head = await workspaces.head(known.root)
    if (head === findWorkspace(supervisor.world(), workspaceId)?.head) return
    await supervisor.dispatch({ type: "workspace.record-head", workspaceId, head })
  }

  /** One head for each workspace that these agents work in. */
  async function refreshHeadsOf(agents: readonly (Agent | undefined)[]): Promise<void> {
    const ids = new Set(agents.flatMap((agent) => agent?.workspaceId ?? []))
    for (const id of ids) await refreshHead(id)
  }

  async function openWorktree({ workspaceId, branch }: Parameters<Machine["openWorktree"]>[0]): Promise<Outcome> {
    if (findWorkspace(supervisor.world(), workspaceId)) return no("not-allowed", `There is a workspace "${workspaceId}" already.`)
    const wish = { project, root: join(worktreesDir, workspaceId), branch: branch ?? null }
    const made = await workspaces.openWorktree(wish, closing.signal)
    if ("refused" in made) return no("unavailable", made.refused)
    return supervisor.dispatch({ type: "workspace.record-worktree", workspaceId, ...made })
  }

  /** What a deletion that waits for the user would take now; nothing where nothing is deleted. */
  async function survey(itemId: ItemId): Promise<void> {
    const world = supervisor.world()
    const item = world.attention[itemId]
    if (item?.kind !== "approval" || !item.destructive) return
    const agent = findAgent(world, item.agentId)
    const root = agent && rootOf(world, agent)
    const call = agent?.turn?.calls.find(({ id }) => id === item.callId)
    const paths = root && call ? deletedBy(call.capability, call.input, root) : null
    const found = root && paths && (await workspaces.survey(root, paths))
    if (found) await supervisor.dispatch({ type: "approval.survey", itemId, survey: found })
  }

  async function prepare(what: Preparation): Promise<void> {
    try {
      switch (what.kind) {
        case "heads":
          return await refreshHeadsOf(what.agentIds.map((id) => findAgent(supervisor.world(), id)))
        case "survey":
          return await survey(what.itemId)
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

  function tellSurfaces(): void {
    void supervisor.dispatch({ type: "surfaces.record", surfaces: [...surfaces] })
  }

  return {
    probeSandbox,
    verifyAudit,
    refreshHeads: () => refreshHeadsOf(allAgents(supervisor.world()).filter(({ standing }) => standing.kind !== "dismissed")),
    openWorktree,
    prepare,
    connected(surface) {
      surfaces.push(surface)
      tellSurfaces()
      let gone = false
      return () => {
        if (gone || closing.signal.aborted) return
        gone = true
        surfaces.splice(surfaces.indexOf(surface), 1)
        tellSurfaces()
      }
    },
    follow(batch) {
      for (const { event } of batch) {
        if (event.type === "call.allowed" && movesHead.has(event.capability)) {
          const agent = findAgent(supervisor.world(), event.agentId)
          if (agent) running.set(event.callId, agent.workspaceId)
        }
        if (event.type === "attention.raised") void survey(event.item.id)
        if (event.type === "call.finished") {
          const workspaceId = running.get(event.callId)
          if (running.delete(event.callId) && workspaceId) void refreshHead(workspaceId)
        }
      }
    },
    close: () => closing.abort(),
  }
}

/** A long log is checked while everything else goes on. */
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
