// Two worktrees of one repository, agents in both at once: real git, real sandbox, real processes. Files, heads, approvals and sandboxes of
// one do not touch the other, nor the project's own folder.
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gitTools } from "@kibitz/adapters/git"
import { systemSandbox } from "@kibitz/adapters/shell"
import type { Agent, ApprovalItem, AuditEntry, WireMessage, Workspace, WorldSnapshot } from "@kibitz/contract"
import { foldTranscript, type TranscriptItem } from "@kibitz/domain"
import { untilFact } from "@kibitz/testkit"
import { runTool } from "@kibitz/testkit/contracts"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openHost } from "./host.ts"

const LIMIT_MS = 120_000

/** Tries to write into, and to read from, every folder that `targets` names, in words that no reader of commands can follow. */
const intrude = 'while read -r at; do echo x > "$at/intruder"; cat "$at/note.txt" || echo UNREAD; done 2>/dev/null < targets\n'

let base = ""
let project = ""
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-workspaces-")))
  project = join(base, "project")
  mkdirSync(project)
  writeFileSync(join(project, "intrude.sh"), intrude)
  writeFileSync(join(project, "note.txt"), "first\n")
  git("init", "-q", "-b", "main")
  git("config", "user.name", "Ada Example")
  git("config", "user.email", "ada@example.com")
  git("add", "-A")
  git("commit", "-q", "-m", "first")
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function git(...args: readonly string[]): string {
  const env = { PATH: process.env.PATH ?? "", HOME: base, GIT_CONFIG_NOSYSTEM: "1" }
  return execFileSync("git", [...args], { cwd: project, env, encoding: "utf8" }).trim()
}

async function open() {
  const host = await openHost({
    dataDir: join(base, "data"),
    workspace: project,
    resourcesDir: join(import.meta.dirname, "../../../resources"),
    version: "0",
    environment: { KIBITZ_REHEARSAL_PACE: "0" },
  })
  const sent: WireMessage[] = []
  const line = host.connect("rpc", (message) => sent.push(message))
  let asked = 0
  function dispatch(command: object): Promise<WireMessage> {
    const id = ++asked
    line.receive({ type: "dispatch", id, command })
    return untilFact(`${JSON.stringify(command)} is answered`, () => sent.find((one) => "id" in one && one.id === id))
  }
  async function must(command: object): Promise<void> {
    expect(await dispatch(command)).toEqual({ type: "accepted", id: expect.anything(), seq: expect.anything() })
  }
  function look(channel: { kind: string; [field: string]: unknown }) {
    const id = ++asked
    line.receive({ type: "subscribe", id, channel })
    const answer = sent.find((message) => message.type === "subscribed" && message.id === id)
    if (answer?.type !== "subscribed") throw new Error(`${channel.kind} was not answered`)
    line.receive({ type: "unsubscribe", id: ++asked, subscription: answer.subscription })
    return answer.snapshot
  }
  function world(): WorldSnapshot {
    const snapshot = look({ kind: "world" })
    return snapshot.kind === "world" ? snapshot.world : expect.fail("no world")
  }
  const agent = (name: string): Agent =>
    Object.values(world().agents).find((one) => one.name === name) ?? expect.fail(`there is no ${name}`)
  const workspace = (id: string): Workspace =>
    Object.values(world().workspaces).find((one) => one.id === id) ?? expect.fail(`there is no workspace ${id}`)

  async function hire(name: string, permissionProfile: string, workspaceId?: string): Promise<void> {
    await must({ type: "agent.spawn", parentId: "jake", name, ...(workspaceId ? { workspaceId } : {}) })
    const changes = { phase: "execution", ...(permissionProfile === "normal" ? {} : { permissionProfile }) }
    const confirm = Object.values(changes).join(" ")
    await must({ type: "posture.change", agentId: agent(name).id, changes, when: "now", confirm })
  }
  const tell = (name: string, command: string) =>
    must({ type: "message.send", agentId: agent(name).id, text: `rehearse: run ${command}`, delivery: "now" })
  const runs = (name: string) =>
    untilFact(`${name}'s command runs`, () => agent(name).turn?.calls.some(({ status }) => status === "allowed"))
  const idle = (name: string) => untilFact(`${name} is idle`, () => agent(name).turn === null && agent(name).spell > 0)
  const card = (name: string): ApprovalItem | undefined =>
    Object.values(world().attention).find((item) => item.kind === "approval" && item.agentId === agent(name).id) as
      | ApprovalItem
      | undefined
  const asks = (name: string) => untilFact(`${name} asks`, () => card(name))
  function audit(name: string): readonly AuditEntry[] {
    const snapshot = look({ kind: "audit", filter: { agentId: agent(name).id } })
    return snapshot.kind === "audit" ? snapshot.page.entries : expect.fail("no audit")
  }
  function transcript(name: string): readonly TranscriptItem[] {
    const snapshot = look({ kind: "transcript", agentId: agent(name).id })
    return snapshot.kind === "transcript" ? foldTranscript([], snapshot.page.events) : expect.fail("no transcript")
  }
  await must({ type: "sandbox.probe" })
  // Nobody has more rights than the agent above.
  const jake = { phase: "execution", permissionProfile: "trusted" }
  await must({ type: "posture.change", agentId: "jake", changes: jake, when: "now", confirm: "execution trusted" })
  await untilFact("the project's head is known", () => world().head)
  return { host, dispatch, must, world, agent, workspace, hire, tell, runs, idle, card, asks, audit, transcript, look }
}

type App = Awaited<ReturnType<typeof open>>

async function withTwoWorktrees(body: (app: App, one: string, two: string) => Promise<void>): Promise<void> {
  const app = await open()
  try {
    await app.must({ type: "workspace.open-worktree", workspaceId: "one", branch: "task/one" })
    await app.must({ type: "workspace.open-worktree", workspaceId: "two" })
    await body(app, app.workspace("one").root, app.workspace("two").root)
  } finally {
    await app.host.close()
  }
}

const read = (root: string, path: string) => readFileSync(join(root, path), "utf8")

test(
  "SEAM-1 agents in two worktrees and in the project work at once, each in its own folder and its own sandbox",
  { timeout: LIMIT_MS },
  () =>
    withTwoWorktrees(async (app, one, two) => {
      const roots = { Ann: one, Bob: two, Cid: project }
      await app.hire("Ann", "trusted", "one")
      await app.hire("Bob", "trusted", "two")
      await app.hire("Cid", "trusted")
      for (const [name, root] of Object.entries(roots)) {
        const others = Object.values(roots).filter((other) => other !== root)
        writeFileSync(join(root, "targets"), others.map((other) => `${other}\n`).join(""))
        await app.tell(name, `echo ${name} > note.txt; until [ -e go ]; do sleep 0.02; done; sh intrude.sh; pwd`)
      }
      await Promise.all(Object.keys(roots).map(app.runs))
      for (const [name, root] of Object.entries(roots)) {
        await untilFact(`${name} has written`, () => read(root, "note.txt") === `${name}\n`)
      }
      for (const root of Object.values(roots)) writeFileSync(join(root, "go"), "")
      await Promise.all(Object.keys(roots).map(app.idle))

      for (const [name, root] of Object.entries(roots)) {
        expect([name, read(root, "note.txt"), existsSync(join(root, "intruder"))]).toEqual([name, `${name}\n`, false])
        const receipt = app.audit(name).find(({ kind }) => kind === "receipt")?.facts
        expect([name, receipt?.excerpt]).toEqual([name, `UNREAD\nUNREAD\n${root}\n`])
        expect([name, receipt?.workspaceId]).toEqual([name, root === project ? undefined : root === one ? "one" : "two"])
      }
      expect(app.transcript("Ann")[0]).toMatchObject({ kind: "app", text: 'Works in the worktree "one".' })
      expect(JSON.stringify(app.transcript("Cid"))).not.toContain("worktree")
      expect(app.look({ kind: "world" })).toMatchObject({
        world: { workspaces: { one: { branch: "task/one" }, two: { branch: null } } },
      })
    }),
)

test(
  "SEAM-1 a commit moves the head of its own worktree, and only the approvals that wait there are judged again",
  { timeout: LIMIT_MS },
  () =>
    withTwoWorktrees(async (app, one, two) => {
      const first = git("rev-parse", "HEAD")
      await app.hire("Ann", "trusted", "one")
      for (const [name, place] of [
        ["Eva", "one"],
        ["Fay", "two"],
        ["Gil", undefined],
      ] as const) {
        await app.hire(name, "normal", place)
        await app.tell(name, "sh intrude.sh")
      }
      const [eva, fay, gil] = [await app.asks("Eva"), await app.asks("Fay"), await app.asks("Gil")]
      expect([eva.head, fay.head, gil.head]).toEqual([first, first, first])
      expect([eva.workspaceId, fay.workspaceId, gil.workspaceId]).toEqual(["one", "two", undefined])

      await app.tell("Ann", "echo second > note.txt; git add note.txt; git commit -qm second")
      const moved = await untilFact("the head of one has moved", () => {
        const { head } = app.workspace("one")
        return head !== first ? head : undefined
      })
      await app.idle("Ann")
      expect(moved).toBe(execFileSync("git", ["rev-parse", "HEAD"], { cwd: one, encoding: "utf8" }).trim())
      expect([app.workspace("two").head, app.workspace("project").head, app.world().head]).toEqual([first, first, first])
      expect([git("rev-parse", "HEAD"), git("status", "--porcelain"), read(two, "note.txt")]).toEqual([first, "", "first\n"])

      const again = await untilFact("Eva is asked again", () => (app.card("Eva")?.id !== eva.id ? app.card("Eva") : undefined))
      expect(again).toMatchObject({ head: moved, detail: eva.detail })
      expect([app.card("Fay"), app.card("Gil")]).toEqual([fay, gil])

      const answer = ({ id, hash }: ApprovalItem) => ({
        type: "approval.answer",
        items: [{ id, hash }],
        decision: { kind: "once" },
      })
      expect(await app.dispatch(answer(eva))).toMatchObject({ type: "refused", rejection: { kind: "unknown-item" } })
      for (const [name, item] of [
        ["Fay", fay],
        ["Gil", gil],
        ["Eva", again],
      ] as const) {
        await app.must(answer(item))
        await app.idle(name)
      }
    }),
)

test("the file tools and the git tools work in the agent's worktree, git inside the sandbox", { timeout: LIMIT_MS }, () =>
  withTwoWorktrees(async (app, one, two) => {
    await app.hire("Ann", "trusted", "one")
    await app.must({ type: "message.send", agentId: app.agent("Ann").id, text: "rehearse: gate write", delivery: "now" })
    await app.idle("Ann")
    expect([one, two, project].map((root) => existsSync(join(root, "notes/plan.md")))).toEqual([true, false, false])

    const sandbox = systemSandbox()
    await sandbox.probe(new AbortController().signal)
    writeFileSync(join(base, ".gitconfig"), "[user]\n\tname = Ada Example\n\temail = ada@example.com\n")
    const tools = gitTools({ sandbox, hidden: [join(base, "data")], home: base })
    const committed = await runTool(tools, one, "git_commit", { message: "plan" })
    expect(committed.at(-1)).toMatchObject({ ok: true, output: expect.stringContaining("on task/one: plan") })
    const status = await runTool(tools, two, "git_status", {})
    expect(status.at(-1)).toMatchObject({ ok: true, output: expect.not.stringContaining("plan.md") })
    expect([git("log", "--format=%s"), git("log", "--format=%s", "task/one")]).toEqual(["first", "plan\nfirst"])
  }),
)

test("a worktree is closed only when nobody works in it, and nothing in it is deleted", { timeout: LIMIT_MS }, () =>
  withTwoWorktrees(async (app, one, two) => {
    await app.hire("Ann", "normal", "one")
    const close = { type: "workspace.close", workspaceId: "one" }
    expect(await app.dispatch(close)).toMatchObject({
      type: "refused",
      rejection: { message: expect.stringContaining("Ann works in") },
    })
    writeFileSync(join(one, "unsaved.txt"), "mine")
    await app.must({ type: "agent.dismiss", agentId: app.agent("Ann").id })
    await app.must(close)
    expect(Object.keys(app.world().workspaces)).toEqual(["project", "two"])
    expect(read(one, "unsaved.txt")).toBe("mine")
    const late = { type: "agent.spawn", parentId: "jake", workspaceId: "one" }
    expect(await app.dispatch(late)).toMatchObject({ type: "refused", rejection: { kind: "not-allowed" } })
    expect(await app.dispatch({ type: "workspace.close", workspaceId: "project" })).toMatchObject({ type: "refused" })
    expect(existsSync(two)).toBe(true)
  }),
)

test("workspaces and who works in them are still there after a restart", { timeout: LIMIT_MS }, async () => {
  await withTwoWorktrees(async (app) => {
    await app.hire("Ann", "trusted", "one")
    await app.must({ type: "agent.spawn", parentId: app.agent("Ann").id, name: "Kit" })
  })
  const app = await open()
  try {
    expect(Object.keys(app.world().workspaces)).toEqual(["project", "one", "two"])
    expect([app.agent("Jake"), app.agent("Ann"), app.agent("Kit")].map(({ workspaceId }) => workspaceId)).toEqual([
      "project",
      "one",
      "one",
    ])
    await app.tell("Ann", "pwd")
    await app.idle("Ann")
    const receipt = app.audit("Ann").find(({ kind }) => kind === "receipt")
    expect(receipt?.facts.excerpt).toBe(`${app.workspace("one").root}\n`)
  } finally {
    await app.host.close()
  }
})
