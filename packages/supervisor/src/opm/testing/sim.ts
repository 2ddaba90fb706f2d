import {
  below,
  hasNothing,
  isCounted,
  isHeldBack,
  isObliged,
  isOnceTooOften,
  limits,
  NEVER,
  nextMove,
  outlives,
  purseOf,
  type SimAgent,
  type SimDue,
  type SimTurn,
  saidOf,
  sleep,
} from "./sim-state.ts"
import { SimWork } from "./sim-work.ts"

/** What users and time do to the agents of the second telling. */
export class Sim extends SimWork {
  /** What a word answers: what the user has put off comes back. */
  private answerable(agent: SimAgent): string[] {
    return this.openQuestions(agent).filter((id) => (this.putOff.get(id) ?? NEVER) <= this.now)
  }
  message(agent: SimAgent, delivery: "queue" | "now" = "queue", isAnswer = false): void {
    const waits = agent.turn || (agent.standing === "paused" && agent.by === "user" && delivery === "queue")
    if (!waits && purseOf(agent)) return
    agent.queue.push({ by: "user", delivery, ...(isAnswer ? {} : { answers: this.answerable(agent) }) })
    if (waits) return
    this.goesOn(agent, ["help", "stuck", "your-turn", "result"])
    this.begin(agent, "message")
  }
  /** Whoever is held back, or has no money left, keeps it for when it goes on. */
  answer(agent: SimAgent): void {
    const isHeld = agent.standing === "paused" && !agent.turn
    const isBroke = !agent.turn && purseOf(agent) !== null
    if (!isHeld && !isBroke) return this.message(agent, "now", true)
    agent.queue.push({ by: "user", delivery: "now" })
    if (!isHeld) this.goesOn(agent, ["help", "stuck", "your-turn", "result"])
  }
  interrupt(agent: SimAgent): void {
    if (!this.isPresent(agent) && agent.standing === "open") Object.assign(agent, { standing: "paused", by: "stop" })
    this.over(agent, "interrupted")
  }
  pause(agent: SimAgent): void {
    const canBe = (agent.standing === "open" || agent.standing === "stuck") && (agent.turn || !hasNothing(agent))
    if (canBe) Object.assign(agent, { standing: "paused", by: "user" })
    if (agent.turn) this.over(agent, "interrupted")
  }
  stop(agent: SimAgent): void {
    if (!agent.turn && hasNothing(agent) && agent.queue.length === 0) return
    agent.queue = []
    if (["open", "paused", "stuck"].includes(agent.standing)) agent.standing = "stopped"
    agent.items = agent.items.filter((kind) => !["stuck", "help", "your-turn"].includes(kind))
    if (agent.turn) this.over(agent, "interrupted")
  }
  /** These, and with `stopped` also those of them whom the user has stopped in the middle of something. */
  resume(those: readonly SimAgent[], stopped: boolean): void {
    const held = those.filter((one) => one.standing === "paused" || (stopped && one.standing === "stopped" && isObliged(one)))
    const parked = those.filter((one) => one.standing === "open" && !one.turn && one.trouble?.parked && !purseOf(one))
    const isAsleep = ({ standing, by, trouble }: SimAgent) => trouble?.parked || (standing === "paused" && by === "limit")
    const asleep = held.filter((one) => one.queue.length === 0 && isAsleep(one))
    // They all resume in the same moment: that the sender of a report begins again too makes that report no first word of its own.
    const counted = new Set(held.filter(isCounted))
    for (const one of held) {
      this.open(one)
      // It goes on: what says that it does not would hold it up.
      one.items = one.items.filter((kind) => kind !== "stuck")
      if (asleep.includes(one) || purseOf(one)) continue
      // Cut short before the user's eyes, it goes on at once; alone, at its next move.
      const isCut = one.last === "interrupted" && isObliged(one) && this.isPresent(one)
      if (one.queue.length > 0 || isCut) this.begin(one, "message", counted.has(one))
    }
    this.wakeUp([...parked, ...asleep], this.now, { byUser: true })
    // Whose time is the same is first whose time was set first.
    for (const one of held.flatMap((agent) => [agent, agent.parent])) if (one) this.settleOne(one)
  }
  dismiss(agent: SimAgent): void {
    for (const one of below(agent).filter(({ standing }) => standing !== "dismissed")) {
      for (const [pane, shown] of [...this.panes]) if (shown === one) this.leave(pane)
      if (one.turn) this.over(one, "interrupted")
      Object.assign(one, {
        standing: "dismissed",
        queue: [],
        asking: [],
        items: one.items.filter((kind) => outlives.includes(kind)),
      })
    }
  }
  retry(agent: SimAgent): void {
    if (agent.turn?.at === "provider") return agent.turn.limited ? undefined : this.asksAgain(agent, agent.turn)
    if (agent.turn || agent.standing === "dismissed" || !agent.last || agent.last === "finished" || purseOf(agent)) return
    this.goesOn(agent, ["help", "stuck", "your-turn"])
    this.begin(agent, "message")
  }
  goOn(agent: SimAgent): void {
    const cause = agent.trouble ? "restart" : "continuation"
    this.goesOn(agent, ["help", "stuck", "your-turn", "result"])
    this.begin(agent, cause)
  }
  redirect(agent: SimAgent, by: "user" | "agent" = "user"): void {
    if (by === "user" && !agent.turn && purseOf(agent)) return
    // What it had promised and shown was about something else.
    Object.assign(agent, { task: true, promises: [], passed: [] })
    this.freshRun(agent)
    // And so was what it wanted to know.
    this.asksNoMore(agent, this.openQuestions(agent))
    if (by === "agent") agent.woken = true
    agent.queue.push({ by: "assignment", delivery: "now" })
    // No agent lifts what the user holds.
    if (agent.turn || (by === "agent" && isHeldBack(agent))) return
    this.goesOn(agent, ["help", "stuck", "your-turn", "result"], by)
    if (!purseOf(agent)) this.begin(agent, "message")
  }
  private goesOn(agent: SimAgent, over: readonly string[], by: "user" | "agent" = "user"): void {
    this.open(agent, by)
    agent.items = agent.items.filter((kind) => !over.includes(kind))
  }
  /** A word from the one it works for. */
  instructed(agent: SimAgent): void {
    agent.queue.push({ by: "agent", delivery: "now" })
    const hadItsShare = agent.standing === "stuck" && !this.mayBeWoken(agent)
    if (agent.turn || isHeldBack(agent) || agent.trouble?.parked || purseOf(agent) || hadItsShare) return
    this.goesOn(agent, ["stuck"], "agent")
    if (this.mayBeWoken(agent)) this.begin(agent, "message")
  }
  dismissedByAgent(agent: SimAgent): void {
    if (!below(agent).some((one) => this.isPresent(one))) this.dismiss(agent)
  }

  /** In this order: what one tells the one above finds it at work still, or not. */
  restarted(how: "crash" | "quit"): void {
    this.lose(null)
    this.settle()
    for (const agent of this.agents.filter(({ due, turn, toldOfRestart }) => due && !turn && !toldOfRestart))
      this.tellsOfRestart(agent)
    const waits = this.agents.flatMap(({ turn }) => (turn?.limited && turn.at === "provider" ? [turn.until] : []))
    this.quietUntil = Math.max(...waits)
    this.lineFree = NEVER
    for (const agent of this.inOrder(({ turn }) => turn !== null)) {
      if (how === "crash" && isOnceTooOften(agent)) this.givenUp(agent, "crash")
      // A read is made again and the model is asked again; what waits for the user still does. It is told of it either way.
      else if (agent.turn?.at === "model") this.asks(agent.turn, agent)
      else if (agent.turn && agent.turn.cause !== "verification") this.tellsOfRestart(agent)
      if (agent.turn) Object.assign(agent.turn, { lined: null, order: this.timers++ })
    }
    if (this.gone) Object.assign(this.gone, { at: Math.max(this.now, this.gone.until), order: this.timers++ })
    for (const agent of this.inOrder(({ due }) => due !== null)) if (agent.due) this.plan(agent, agent.due)
  }
  private tellsOfRestart(agent: SimAgent): void {
    Object.assign(agent, { notices: agent.notices + 1, toldOfRestart: true })
  }

  // Time, and what follows from everything: each agent that stands still goes on at a known time, or waits for something with a name.
  pass(ms: number): void {
    const end = this.now + ms
    for (;;) {
      const all = [...this.looks(), ...this.agents.flatMap((agent) => this.moments(agent))]
      const next = all.filter(({ at }) => at <= end)
      const first = next.sort((a, b) => a.at - b.at || a.order - b.order)[0]
      if (!first) break
      this.now = Math.max(this.now, first.at)
      first.happens()
      this.settle()
    }
    this.now = end
  }
  private moments(agent: SimAgent): { at: number; order: number; happens: () => void }[] {
    const { due, turn } = agent
    // Whoever is held back asks nobody: that would set another going.
    const asking = isHeldBack(agent) ? [] : agent.asking
    const moments = asking.map((one) => ({ at: one.climbsAt, order: 0, happens: () => this.climbs(agent, one) }))
    if (turn?.at === "provider")
      moments.push({ at: turn.lined ?? turn.until, order: turn.order, happens: () => this.waited(agent, turn) })
    if (due) moments.push({ at: due.lined ?? due.at, order: due.order, happens: () => this.isDue(agent, due) })
    return moments
  }
  private isDue(agent: SimAgent, due: SimDue): void {
    // The limit is over for everybody in the same instant, and not everybody asks in it.
    if (due.limited && due.lined === null) due.lined = this.nextInLine()
    else if (purseOf(agent)) this.asksForMoney(agent)
    else if (this.limit && !this.limit.wakes && !due.byUser) sleep(agent)
    else if (this.limit && this.limit.until > this.now) this.plan(agent, { ...due, at: this.limit.until, limited: true })
    else this.begin(agent, due.why === "restart" ? "restart" : "continuation")
  }
  private waited(agent: SimAgent, turn: SimTurn): void {
    if (turn.limited && turn.lined === null) turn.lined = this.nextInLine()
    else if (!turn.limited || !this.limit || this.limit.wakes) this.asksAgain(agent, turn)
    else {
      this.over(agent, "failed")
      agent.trouble = { parked: true, of: "limit", at: this.now }
      sleep(agent)
    }
  }
  private asksAgain(agent: SimAgent, turn: SimTurn): void {
    Object.assign(turn, { tries: turn.tries + 1, lined: null })
    this.asks(turn, agent)
  }
  private climbs(agent: SimAgent, one: SimAgent["asking"][number]): void {
    agent.asking = agent.asking.filter((other) => other !== one)
    this.asksAbove(agent, one.holder, one.id)
  }
  settle(): void {
    for (let again = true; again; ) {
      again = false
      for (const agent of this.agents) if (this.settleOne(agent)) again = true
    }
  }
  /** True: it has come to be stuck, which concerns the one above. */
  protected settleOne(agent: SimAgent): boolean {
    const { due, trouble } = agent
    // In line to go on, and the user comes: it does so before their eyes.
    const isOver = due?.why === "restart" && !due.limited && trouble && saidOf[trouble.of] !== null
    if (isOver && this.isPresent(agent) && !agent.turn && !purseOf(agent)) this.begin(agent, "restart")
    const isRefused = this.isSaid(saidOf[agent.trouble?.of ?? "itself"] ?? "provider")
    const next = nextMove(agent, this.isPresent(agent), isRefused)
    if (next === "continue" && (agent.idle >= limits.idle || agent.iteration >= limits.iterations)) {
      Object.assign(agent, { due: null, waits: null })
      this.isStuck(agent)
      return true
    }
    agent.waits = next === "continue" || next === "restart" ? null : next
    if (next === "you") this.asksForMoney(agent)
    if (next !== "continue" && next !== "restart") agent.due = null
    else if (due?.why !== next) {
      const failures = agent.trouble?.parked ? 0 : agent.restarts
      const delay = next === "continue" ? limits.delayMs * 2 ** agent.idle : limits.restartMs * 2 ** failures
      this.plan(agent, { at: this.now + Math.min(delay, next === "continue" ? limits.longestMs : delay), why: next })
    }
    return false
  }
}
