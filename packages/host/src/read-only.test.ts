// The host that only looks, over a journal the real one has written: everything can be read, nothing can be changed, and nothing happens (F18).
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { ClientCommand, type Instant, type Rejection, type WireMessage } from "@kibitz/contract"
import { untilFact } from "@kibitz/testkit"
import { afterEach, beforeEach, expect, test } from "vitest"
import { describeHolder, holderOf } from "./holder.ts"
import { type Host, openHost } from "./host.ts"
import { openReadOnly } from "./read-only.ts"
import { describeRestoration, restoreProject } from "./restore.ts"

const resourcesDir = join(import.meta.dirname, "../../../resources")
let base: string
let place: { dataDir: string; workspace: string; resourcesDir: string; version: string }
let looking: Host | null

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-looking-")))
  mkdirSync(join(base, "project"))
  place = { dataDir: join(base, "data"), workspace: join(base, "project"), resourcesDir, version: "0" }
  looking = null
})
afterEach(async () => {
  await looking?.close()
  rmSync(base, { recursive: true, force: true })
})

type Subscribed<Kind extends string> = Extract<WireMessage, { type: "subscribed" }>["snapshot"] & { kind: Kind }

function connected(host: Host) {
  const sent: WireMessage[] = []
  const line = host.connect("desktop", (message) => sent.push(message))
  let asked = 0
  const answer = (id: string) =>
    untilFact(`${id} is answered`, () => sent.find((message) => "id" in message && message.id === id))
  const ask = (command: object) => {
    const id = `c${++asked}`
    line.receive({ type: "dispatch", id, command })
    return answer(id)
  }
  const read = async <Kind extends string>(channel: { readonly kind: Kind; readonly [field: string]: unknown }) => {
    const id = `s${++asked}`
    line.receive({ type: "subscribe", id, channel })
    const found = await answer(id)
    if (found.type !== "subscribed") throw new Error(`refused: ${JSON.stringify(found)}`)
    return { snapshot: found.snapshot as Subscribed<Kind>, subscription: found.subscription }
  }
  return { line, sent, ask, read }
}

/** As a Kibitz that has run and was closed has left it. */
async function runOnce(...texts: readonly string[]): Promise<void> {
  const host = await openHost({ ...place, environment: { KIBITZ_REHEARSAL_PACE: "0" } })
  const { ask, sent, read } = connected(host)
  await read({ kind: "world" })
  for (const text of texts) {
    const before = sent.length
    await ask({ type: "message.send", agentId: "jake", text })
    await untilFact("Jake has answered", () =>
      sent
        .slice(before)
        .some((message) => message.type === "envelope" && message.events.some(({ event }) => event.type === "turn.finished")),
    )
  }
  await host.close()
}

/** Every file of the project, what is in it and when it was last changed. */
function state(): unknown {
  const files = readdirSync(place.dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return files
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => !path.includes("read-only-"))
    .sort()
    .map((path) => [path, statSync(path).mtimeMs, readFileSync(path).length])
}

test("everything can be read: the world, a transcript and its pages, what is looked for, the audit log and the cost", async () => {
  await runOnce("hello there", "rehearse: missing file")
  looking = await openReadOnly(place)
  const { read, sent, line } = connected(looking)
  const { snapshot: world } = await read({ kind: "world" })
  expect(world.app).toMatchObject({ surface: "desktop", workspace: place.workspace, readOnly: { isHeld: false } })
  expect(world.world.audit).toMatchObject({ ok: true, problem: "" })
  const { snapshot: transcript } = await read({ kind: "transcript", agentId: "jake" })
  const texts = transcript.page.events.flatMap(({ event }) => (event.type === "message.delivered" ? [event.text] : []))
  expect(texts).toEqual(["hello there", "rehearse: missing file"])
  expect(transcript.live).toBeNull()
  const last = transcript.page.events.at(-1)?.seq ?? 0
  const { snapshot: page } = await read({ kind: "page", agentId: "jake", before: last, bytes: 1000 })
  expect(page.page.events.length).toBeGreaterThan(0)
  const { snapshot: found } = await read({ kind: "find", agentId: "jake", text: "missing" })
  expect(found.lines.length).toBeGreaterThan(0)
  const { snapshot: audit } = await read({ kind: "audit" })
  expect(audit.page.entries.length).toBeGreaterThan(0)
  expect((await read({ kind: "cost" })).snapshot.report.agents).toHaveLength(1)
  line.receive({ type: "subscribe", id: "nobody", channel: { kind: "transcript", agentId: "nobody" } })
  expect(sent.at(-1)).toMatchObject({ type: "refused", rejection: { kind: "unknown-agent" } })
})

test("F18 every command is refused in the same words, and neither looking, joining nor asking leaves a trace", async () => {
  await runOnce("hello")
  const before = state()
  looking = await openReadOnly({ ...place, isHeld: true })
  const { ask, read } = connected(looking)
  await read({ kind: "world" })
  const sentence = "Nothing can be changed here: another Kibitz has this project open. Nothing was done."
  const refusal: Rejection = { kind: "read-only", message: sentence }
  const commands = [
    { type: "message.send", agentId: "jake", text: "do it" },
    { type: "presence.join", agentId: "jake", pane: "p1" },
    { type: "focus.set", window: true, pane: null },
    { type: "agent.spawn", parentId: "jake" },
    { type: "agent.halt", agentId: "jake", how: "pause", scope: "all" },
    { type: "settings.change", patch: { theme: "dark" } },
    { type: "key.offer", key: "not-a-key-but-long-enough" },
    { type: "key.forget" },
    { type: "sandbox.probe" },
    { type: "audit.verify" },
    { type: "connection.check" },
    { type: "slash.run", agentId: "jake", line: "/doctor fix" },
  ]
  for (const command of commands) {
    expect(ClientCommand.safeParse(command).success).toBe(true)
    expect(await ask(command)).toMatchObject({ type: "refused", rejection: refusal })
  }
  looking.announce({ program: "desktop", address: null })
  expect(holderOf(place.dataDir)).toBeNull()
  await looking.close()
  looking = null
  expect(state()).toEqual(before)
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith("read-only-"))).toEqual([])
})

test("reloading shows what has been written since: every subscription is told to begin anew, once, and the earlier copy goes", async () => {
  await runOnce("first")
  looking = await openReadOnly(place)
  const { ask, read, sent } = connected(looking)
  const { snapshot: world, subscription } = await read({ kind: "world" })
  await runOnce("second")
  expect((await read({ kind: "transcript", agentId: "jake" })).snapshot.page.events.at(-1)?.seq).toBeLessThanOrEqual(
    world.world.seq,
  )
  expect(await ask({ type: "journal.reload" })).toMatchObject({ type: "accepted" })
  expect(sent.filter((message) => message.type === "envelope")).toMatchObject([
    { subscription, n: 2, events: [] },
    { n: 2, events: [] },
  ])
  const { snapshot: then } = await read({ kind: "world" })
  expect(then.world.seq).toBeGreaterThan(world.world.seq)
  expect((then.app.readOnly?.at ?? "") > (world.app.readOnly?.at ?? "")).toBe(true)
  const { snapshot: transcript } = await read({ kind: "transcript", agentId: "jake" })
  expect(JSON.stringify(transcript.page)).toContain("second")
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith("read-only-"))).toHaveLength(1)
})

test("what cannot be read anew leaves the earlier copy on the screen and says why", async () => {
  await runOnce("first")
  looking = await openReadOnly(place)
  const { ask, read } = connected(looking)
  rmSync(join(place.dataDir, "kibitz.db"))
  const answer = await ask({ type: "journal.reload" })
  expect(answer).toMatchObject({ type: "refused", rejection: { kind: "storage-failed" } })
  expect(JSON.stringify(answer)).toContain("still the earlier copy")
  expect(JSON.stringify(await read({ kind: "transcript", agentId: "jake" }))).toContain("first")
})

test("a project that nobody has begun is not begun by looking at it", async () => {
  await expect(openReadOnly(place)).rejects.toMatchObject({ kind: "unreachable" })
  expect(readdirSync(base)).toEqual(["project"])
})

test("F18 the one that runs a project says which program it is, and takes that back when it closes; it is not read-only", async () => {
  const host = await openHost({ ...place, environment: { KIBITZ_REHEARSAL_PACE: "0" } })
  expect([host.isReadOnly, holderOf(place.dataDir)]).toEqual([false, null])
  host.announce({ program: "web", address: "http://127.0.0.1:4321/" })
  const holder = holderOf(place.dataDir)
  expect(holder).toMatchObject({ program: "web", pid: process.pid, address: "http://127.0.0.1:4321/" })
  const { ask } = connected(host)
  expect(await ask({ type: "journal.reload" })).toMatchObject({ type: "refused", rejection: { kind: "unavailable" } })
  await host.close()
  expect(holderOf(place.dataDir)).toBeNull()
  const { title, where } = describeHolder(holder)
  expect(title).toBe("Another Kibitz window has this project open.")
  expect(where).toMatch(
    new RegExp(
      `^It is open in a browser at http://127.0.0.1:4321/ \\(kibitz web, process ${process.pid}, since .*\\d:\\d\\d.*\\)\\.$`,
    ),
  )
  expect(holder && describeHolder({ ...holder, program: "rpc", address: null })).toMatchObject({
    title: "Another Kibitz has this project open.",
    where: expect.stringContaining("has no window"),
  })
  expect(describeHolder(null).where).toContain("could not be found out")
})

test("F14 a wrong entry in the index of transcripts stops a start and a look, and a restore brings everything back", async () => {
  await runOnce("hello there", "and again")
  const file = join(place.dataDir, "kibitz.db")
  const db = new DatabaseSync(file, { readOnly: true })
  const root = db.prepare("select rootpage from sqlite_schema where name = 'events_by_transcript'").get()?.rootpage as number
  db.close()
  const bytes = readFileSync(file)
  // "jake" becomes "jakd": one line is no longer listed among what was said.
  const at = bytes.indexOf("jake", (root - 1) * 4096) + 3
  expect(at).toBeLessThan(root * 4096)
  bytes[at] = (bytes[at] as number) ^ 1
  writeFileSync(file, bytes)
  const damage = { name: "StorageFailure", kind: "corrupt", message: expect.stringContaining("index of the transcript of jak") }
  await expect(openHost({ ...place, environment: {} })).rejects.toMatchObject(damage)
  await expect(openReadOnly(place)).rejects.toMatchObject(damage)
  const found = await restoreProject(place)
  if (found === null || found === "sound") throw new Error(`nothing to restore: ${found}`)
  expect(describeRestoration(found)).toContain("nothing is missing")
  found.commit()
  looking = await openReadOnly(place)
  const { snapshot } = await connected(looking).read({ kind: "transcript", agentId: "jake" })
  const texts = snapshot.page.events.flatMap(({ event }) => (event.type === "message.delivered" ? [event.text] : []))
  expect(texts).toEqual(["hello there", "and again"])
})

test("F14 a sound project is not restored; what can be had again, and what is missing, is said", async () => {
  await runOnce("hello")
  expect(await restoreProject(place)).toBe("sound")
  const until = "2020-05-03T12:02:00.000Z" as Instant
  const found = {
    entries: 1204,
    of: 1310,
    until,
    backup: null,
    keptAs: "kibitz.db.damaged-1",
    commit: () => {},
    discard: () => {},
  }
  expect(describeRestoration(found)).toMatch(
    /^1,204 of 1,310 entries can be read, up to .*May.*\. What came after that is missing\. The damaged journal stays beside them as kibitz\.db\.damaged-1\.$/,
  )
  expect(describeRestoration({ ...found, of: 1204 })).toContain("All 1,204 entries can be read; nothing is missing.")
  expect(describeRestoration({ ...found, of: null, backup: "kibitz.db.backup-v2" })).toMatch(
    /^1,204 entries can .* They begin with the backup kibitz\.db\.backup-v2\./,
  )
})
