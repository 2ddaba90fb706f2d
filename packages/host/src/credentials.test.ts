import { startSupervisor } from "@kibitz/supervisor"
import { countingIds, manualClock, memoryJournal, memorySecrets, recordingLog } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { keepConnection } from "./credentials.ts"

function keeper(options: { secrets?: ReturnType<typeof memorySecrets>; environmentKey?: string } = {}) {
  const journal = memoryJournal()
  const supervisor = startSupervisor({ journal, clock: manualClock(), ids: countingIds(), log: recordingLog() })
  let rehearsals = 0
  const hidden: string[] = []
  const connection = keepConnection({
    supervisor,
    secrets: options.secrets ?? null,
    environmentKey: options.environmentKey ?? null,
    log: recordingLog(),
    hide: (secret) => hidden.push(secret),
    async startRehearsal() {
      rehearsals += 1
      return { baseUrl: "http://127.0.0.1:1", apiKey: "rehearsal", close: async () => {} }
    },
  })
  return { journal, supervisor, connection, hidden, rehearsals: () => rehearsals, known: () => supervisor.world().connection }
}

const key = "sk-test-0123456789abcd"
const offer = { type: "key.offer", key, allowPlainText: false } as const

describe("what answers the next turn", () => {
  it("is the rehearsal when there is no key: said at once, started once, when the first request waits for it", async () => {
    const { connection, known, rehearsals } = keeper()
    await connection.refresh()
    expect(known()).toMatchObject({ using: "rehearsal", keySource: "none", keyHint: null })
    expect([connection.current(), rehearsals()]).toEqual([null, 0])
    await connection.settled()
    await connection.refresh()
    await connection.settled()
    expect(connection.current()).toEqual({ apiKey: "rehearsal", baseUrl: "http://127.0.0.1:1" })
    expect(rehearsals()).toBe(1)
  })

  it("is the provider when the environment has a key, and the key is in no event", async () => {
    const { connection, known, journal, rehearsals } = keeper({ environmentKey: key })
    await connection.refresh()
    expect(known()).toMatchObject({ using: "provider", keySource: "environment", keyHint: "abcd" })
    expect(connection.current()).toEqual({ apiKey: key, baseUrl: null })
    expect(rehearsals()).toBe(0)
    expect(JSON.stringify(journal.all())).not.toContain(key)
  })

  it("is a local server when only its address is set", async () => {
    const { connection, known, supervisor } = keeper()
    await supervisor.dispatch({ type: "settings.change", patch: { baseUrl: "http://127.0.0.1:8080" } })
    await connection.refresh()
    expect(known().using).toBe("provider")
    expect(connection.current()).toMatchObject({ baseUrl: "http://127.0.0.1:8080" })
  })

  it("stays the rehearsal although a key is there, when the user wants that", async () => {
    const { connection, known, supervisor } = keeper({ environmentKey: key })
    await supervisor.dispatch({ type: "settings.change", patch: { rehearse: true } })
    await connection.refresh()
    expect(known().using).toBe("rehearsal")
  })
})

it("the rehearsal is there for those who began in it although a key is used, started once and only when needed", async () => {
  const { connection, known, rehearsals } = keeper({ environmentKey: key })
  await connection.refresh()
  expect([rehearsals(), known().using]).toEqual([0, "provider"])
  expect(await connection.rehearsal()).toEqual({ apiKey: "rehearsal", baseUrl: "http://127.0.0.1:1" })
  await connection.rehearsal()
  expect([rehearsals(), connection.current()]).toEqual([1, { apiKey: key, baseUrl: null }])
})

describe("offering a key", () => {
  it("T17 stores it in the keychain, uses it, checks it, and leaves no trace of it in the journal", async () => {
    const { connection, known, journal, hidden } = keeper({ secrets: memorySecrets({ protection: "os" }) })
    await connection.refresh()
    expect(await connection.offerKey(offer)).toHaveProperty("seq")
    expect(known()).toMatchObject({ using: "provider", keySource: "keychain", keyHint: "abcd", check: { result: "running" } })
    expect(JSON.stringify(journal.all())).not.toContain(key)
    expect(hidden).toContain(key)
    await connection.forgetKey()
    expect(known()).toMatchObject({ using: "rehearsal", keySource: "none" })
  })

  it("T17 asks first where only plain text is available", async () => {
    const { connection, known } = keeper({ secrets: memorySecrets({ protection: "plain" }) })
    await connection.refresh()
    expect(await connection.offerKey(offer)).toMatchObject({ rejection: { kind: "needs-consent" } })
    expect(known().using).toBe("rehearsal")
    expect(await connection.offerKey({ ...offer, allowPlainText: true })).toHaveProperty("seq")
    expect(known()).toMatchObject({ using: "provider", keySource: "plain-file" })
  })

  it("says so where no keys are kept", async () => {
    const { connection } = keeper()
    await connection.refresh()
    expect(await connection.offerKey(offer)).toMatchObject({ rejection: { kind: "unavailable" } })
  })
})
