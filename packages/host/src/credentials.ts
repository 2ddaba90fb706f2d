// Owns: what answers the next turn: a provider with a key, a local server, or the rehearsal. The key is read here and handed to the
// model adapter; it is in no command that is stored, no event and no log.
import type { ClientCommand, Rejection, World } from "@kibitz/contract"
import type { Log, Secrets } from "@kibitz/ports"
import type { Rehearsal } from "@kibitz/rehearsal"
import type { Outcome, Supervisor } from "@kibitz/supervisor"

export type Credentials = { readonly apiKey: string; readonly baseUrl: string | null }
type FoundKey = { readonly key: string; readonly source: "environment" | "keychain" | "plain-file" }

export type ConnectionKeeper = {
  /** What the model adapter uses right now; null when nothing could be set up. */
  current(): Credentials | null
  /** Resolves when a change under way has taken effect and what answers is up. */
  settled(): Promise<void>
  /** What rehearsal agents are answered by, whatever is connected; started when it is first needed. */
  rehearsal(): Promise<Credentials>
  /** Looks at settings, secrets and environment again and records what is used from now on. */
  refresh(): Promise<void>
  offerKey(command: Extract<ClientCommand, { type: "key.offer" }>): Promise<Outcome>
  forgetKey(): Promise<Outcome>
  close(): Promise<void>
}

export type ConnectionNeeds = {
  readonly supervisor: Supervisor
  readonly secrets: Secrets | null
  readonly environmentKey: string | null
  readonly startRehearsal: () => Promise<Rehearsal>
  /** Keeps a key out of the log, whatever it looks like. */
  readonly hide: (key: string) => void
  readonly log: Log
}

/** A local server that wants no key still gets a header. */
const NO_KEY = "no-key"

export function keepConnection({
  supervisor,
  secrets,
  environmentKey,
  startRehearsal,
  hide,
  log,
}: ConnectionNeeds): ConnectionKeeper {
  const stage = new RehearsalStage(startRehearsal)
  let using: "provider" | "rehearsal" = "rehearsal"
  let credentials: Credentials | null = null
  let turn: Promise<void> = Promise.resolve()

  function findKey(): FoundKey | null {
    const kept = secrets?.read()
    if (kept) return { key: kept.key, source: kept.encrypted ? "keychain" : "plain-file" }
    return environmentKey ? { key: environmentKey, source: "environment" } : null
  }

  async function apply(): Promise<void> {
    const { settings } = supervisor.world()
    const found = findKey()
    if (found) hide(found.key)
    using = !settings.rehearse && (found || settings.baseUrl) ? "provider" : "rehearsal"
    credentials = using === "provider" ? { apiKey: found?.key ?? NO_KEY, baseUrl: settings.baseUrl } : null
    await supervisor.dispatch({
      type: "connection.record",
      using,
      keySource: found?.source ?? "none",
      keyHint: found ? hintOf(found.key) : null,
      protection: secrets?.protection() ?? "none",
    })
  }

  /** Reading and checking the scenarios takes the thread that a window which is just opening needs: not before somebody asks. */
  async function settle(): Promise<void> {
    await turn
    if (using === "provider" || credentials) return
    const found = await stage.credentials().catch((cause: unknown) => log.error("the rehearsal could not be started", cause))
    // Meanwhile a provider may have been connected.
    if (found && using === "rehearsal") credentials = found
  }

  function refresh(): Promise<void> {
    turn = turn.then(apply).catch((cause) => log.error("the connection could not be set up", cause))
    return turn
  }

  return {
    current: () => credentials,
    settled: settle,
    rehearsal: () => stage.credentials(),
    refresh,
    async offerKey({ key, allowPlainText }) {
      if (!canKeepKeys(secrets)) return unkept
      if (secrets.protection() === "plain" && !allowPlainText) return unprotected
      hide(key)
      try {
        secrets.write(key)
      } catch (cause) {
        log.error("the key could not be stored", cause)
        return unstored
      }
      await supervisor.dispatch({ type: "settings.change", patch: { rehearse: false } })
      await refresh()
      return supervisor.dispatch({ type: "connection.check" })
    },
    async forgetKey() {
      secrets?.forget()
      await refresh()
      return { seq: supervisor.world().seq }
    },
    async close() {
      await turn
      await stage.close()
    },
  }
}

/** The rehearsal as something that answers: started when it is first needed, and only once. */
class RehearsalStage {
  private readonly start: () => Promise<Rehearsal>
  private running: Promise<Rehearsal> | null = null

  constructor(start: () => Promise<Rehearsal>) {
    this.start = start
  }

  async credentials(): Promise<Credentials> {
    this.running ??= this.start()
    try {
      const { apiKey, baseUrl } = await this.running
      return { apiKey, baseUrl }
    } catch (cause) {
      // Not kept: the next try may find what was missing.
      this.running = null
      throw cause
    }
  }

  async close(): Promise<void> {
    await this.running?.then((rehearsal) => rehearsal.close())
  }
}

function canKeepKeys(secrets: Secrets | null): secrets is Secrets {
  return secrets !== null && secrets.protection() !== "none"
}

const unkept = no(
  "unavailable",
  "This surface keeps no keys. Set ANTHROPIC_API_KEY before starting Kibitz, or use the desktop app.",
)
const unprotected = no(
  "needs-consent",
  "This system offers no keychain: the key would be kept as plain text in a file only you can read.",
)
const unstored = no(
  "storage-failed",
  "The key could not be stored. Check that there is space and that the data folder can be written.",
)

/** Settings that change where requests go. Recording a connection changes none of them, so this cannot loop. */
export function concernsConnection(before: World["settings"], after: World["settings"]): boolean {
  return before.rehearse !== after.rehearse || before.baseUrl !== after.baseUrl
}

/** Enough to tell two keys apart, and nothing of a short one. */
function hintOf(key: string): string | null {
  return key.length >= 12 ? key.slice(-4) : null
}

function no(kind: Rejection["kind"], message: string): Outcome {
  return { rejection: { kind, message } }
}
