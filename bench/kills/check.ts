// Owns: what counts as a fault of a host that is killed again and again, judged from outside: by the rows of the journal after each kill, by what the
// client was answered and shown, and by nothing of Kibitz's own code. Pure. Does not own: processes (processes.ts).

/** An event as the journal holds it, with only what is looked at here. */
export type Row = {
  readonly seq: number
  readonly type: string
  readonly agentId: string | null
  readonly turnId: string | null
  readonly messageId: string | null
  readonly callId: string | null
  readonly capability: string | null
  readonly step: number | null
  readonly until: string | null
}

/** A command that was accepted. `messageId`: it was a message. */
export type Ack = { readonly seq: number; readonly agentId?: string; readonly messageId?: string }

/**
 * The numbers of the events that came over one subscription, in the order they were heard, those of the snapshot first. `isWhole`: it tells of
 * every event, so that none may be missing in between.
 */
export type Told = { readonly isWhole: boolean; readonly numbers: readonly number[] }

/** What a client saw of one run of the host, from its start to its kill. */
export type Session = {
  readonly acks: readonly Ack[]
  /** Its first answer: how far the journal was, and when; null: it was killed before. */
  readonly answered: { readonly seq: number; readonly at: number } | null
  readonly told: readonly Told[]
  readonly killedAt: number
}

export type Fault = { readonly kind: "lost" | "doubled" | "unaccounted"; readonly what: string }
export type Counts = {
  readonly turnsInFlight: number
  readonly commandsInFlight: number
  readonly recovered: number
  readonly reported: number
}

type OpenTurn = { readonly agentId: string; readonly delayedUntil: number | null }

/** Those who were delayed are asked one after the other: a turn in the middle of a long line is not late yet. */
const LATE_MS = 10_000

const begins = new Set(["turn.started"])
const ends = new Set(["turn.finished", "turn.failed", "turn.interrupted", "turn.cut-off"])
/** A turn without a model is never resumed: it is cut off, and another one begins with it. */
const recovers = new Set(["turn.recovered", "turn.cut-off"])
/** Each of them puts a line into the transcript, and the third crash in the same place a card before the user (ADR 16). */
const reports = new Set(["turn.failed", "turn.interrupted"])

export type Checker = ReturnType<typeof killChecker>

export function killChecker() {
  let last = 0
  const seen = new Map<string, number>()
  const sent = new Set<string>()
  /** Messages that were queued and not delivered, with where. */
  const waiting = new Map<string, number>()
  const open = new Map<string, OpenTurn>()
  /** In flight at a kill, and no sign of them yet. */
  const owed = new Set<string>()
  const commands = new Set<string>()
  const counts = { turnsInFlight: 0, commandsInFlight: 0, recovered: 0, reported: 0 }

  /** After each kill: `rows` are those that the journal has since the last time. Answers what is wrong with this session. */
  function afterKill(rows: readonly Row[], session: Session): Fault[] {
    const faults: Fault[] = []
    const fault = (kind: Fault["kind"], what: string) => void faults.push({ kind, what })
    const { answered } = session
    owe()
    for (const row of rows) {
      if (answered && row.seq > answered.seq) settle(fault)
      if (row.seq !== last + 1) fault("lost", `the journal goes on from ${last} with ${row.seq}`)
      last = row.seq
      for (const name of onceOnly(row)) {
        const times = (seen.get(name) ?? 0) + 1
        seen.set(name, times)
        if (times > 1) fault("doubled", `${name}, for the ${times}. time at ${row.seq}`)
      }
      follow(row)
    }
    if (answered) settle(fault)
    heard(session, fault)
    late(session, fault)
    return faults
  }

  /** What was under way where the journal ended the last time was in flight at that kill. */
  function owe(): void {
    for (const turnId of open.keys()) {
      if (!owed.has(turnId)) counts.turnsInFlight += 1
      owed.add(turnId)
    }
    counts.commandsInFlight += commands.size
  }

  function follow({ seq, type, agentId, turnId, messageId, callId, capability, until }: Row): void {
    if (type === "call.allowed" && capability === "bash") commands.add(`${turnId} ${callId}`)
    if (type === "call.finished") commands.delete(`${turnId} ${callId}`)
    if (messageId !== null) {
      const name = `${agentId} ${messageId}`
      if (type === "message.queued") waiting.set(name, seq)
      if (type === "message.delivered" || type === "message.withdrawn") waiting.delete(name)
      if (type === "message.queued" || type === "message.delivered") sent.add(name)
    }
    if (turnId === null) return
    if (owed.has(turnId) && (recovers.has(type) || reports.has(type))) {
      owed.delete(turnId)
      counts[recovers.has(type) ? "recovered" : "reported"] += 1
    }
    if (begins.has(type)) open.set(turnId, { agentId: agentId ?? "", delayedUntil: null })
    else if (ends.has(type)) open.delete(turnId)
    else if (type !== "turn.recovered" && type !== "turn.crashed" && open.has(turnId))
      open.set(turnId, { agentId: agentId ?? "", delayedUntil: type === "turn.delayed" ? Date.parse(until ?? "") : null })
  }

  /** The host has answered: everything that was in flight when the one before was killed has its sign by then. */
  function settle(fault: (kind: Fault["kind"], what: string) => void): void {
    for (const turnId of owed) fault("unaccounted", `${turnId} was in flight, and a start says nothing of it`)
    owed.clear()
  }

  function heard({ acks, told }: Session, fault: (kind: Fault["kind"], what: string) => void): void {
    for (const { seq, agentId, messageId } of acks) {
      if (seq > last) fault("lost", `${messageId ?? "a command"} was accepted as ${seq}, and the journal ends at ${last}`)
      if (messageId !== undefined && !sent.has(`${agentId} ${messageId}`)) fault("lost", `${messageId} was accepted, and is gone`)
    }
    for (const { isWhole, numbers } of told) {
      for (const [at, seq] of numbers.entries()) {
        const before = numbers[at - 1]
        if (before === undefined) continue
        if (seq <= before) fault("doubled", `event ${seq} was told after ${before}`)
        else if (isWhole && seq > before + 1) fault("lost", `after event ${before} came ${seq}`)
      }
      const shown = numbers.at(-1) ?? 0
      if (shown > last) fault("lost", `event ${shown} was shown, and the journal ends at ${last}`)
    }
  }

  function late({ answered, killedAt }: Session, fault: (kind: Fault["kind"], what: string) => void): void {
    if (!answered) return
    for (const [turnId, { delayedUntil }] of open) {
      if (delayedUntil === null || killedAt - Math.max(delayedUntil, answered.at) < LATE_MS) continue
      fault("unaccounted", `${turnId} was delayed until ${new Date(delayedUntil).toISOString()}, and not asked again since`)
    }
  }

  return {
    afterKill,
    /** How far the journal was read. */
    last: () => last,
    counts: (): Counts => counts,
    /** What is gone of all that was queued until `seq`. `queued`: what waited then by the host's own word, as "agent message". */
    atEnd(queued: ReadonlySet<string>, seq: number): Fault[] {
      const gone = [...waiting].filter(([name, at]) => at <= seq && !queued.has(name))
      return gone.map(([name]) => ({ kind: "lost", what: `${name} was queued, and is gone` }))
    },
  }
}

/** What must not be in the journal a second time. */
function onceOnly({ type, agentId, turnId, messageId, callId, step }: Row): string[] {
  if (type === "message.queued" || type === "message.delivered") return [`${type} ${agentId} ${messageId}`]
  if (type === "turn.replied") return [`${type} ${turnId} step ${step}`]
  if (type === "call.finished") return [`${type} ${turnId} ${callId}`]
  return begins.has(type) ? [`${type} ${turnId}`] : []
}
