// The rules of working alone, told a second time, as plainly as they are in the specification (OPM-2 to OPM-11, SIG-1, VER-1), and without
// a line of those the app uses. Where the two disagree, one of them is wrong.
import { SimProvider } from "./sim-provider.ts"
import {
  below,
  type Cause,
  hasNothing,
  isCounted,
  isHeldBack,
  isObliged,
  isOnceTooOften,
  isQuestion,
  isWakeUp,
  limits,
  NEVER,
  newcomer,
  nextMove,
  outlives,
  purseOf,
  type Queued,
  type Said,
  type SimAgent,
  type SimDue,
  type SimTurn,
  saidOf,
  sleep,
  turnOf,
} from "./sim-state.ts"

export class Sim extends SimProvider {
  /** Whose money was asked for, and on whose behalf. */
  readonly asked = new Map<SimAgent, SimAgent>()
  /** Which questions the user has put off, and until when. */
  readonly putOff = new Map<string, number>()
  private questions = 0

  constructor() {
    super()
    this.found("Jake", null, false)
  }

  found(name: string, parent: SimAgent | null, task: boolean): SimAgent {
    const agent = newcomer(name, parent, task)
    this.agents.push(agent)
    parent?.children.push(agent)
    if (task) this.begin(agent, "message")
    return agent
  }

  // Turns.
  begin(agent: SimAgent, cause: Cause): void {
    if (cause === "message" && isCounted(agent)) Object.assign(agent, { iteration: agent.iteration + 1, woken: true })
    if (cause === "continuation") agent.iteration += 1
    agent.turn = turnOf(cause, this.now)
    // A network that comes and goes uses nobody up.
    if (cause === "restart" && agent.trouble?.of !== "network") agent.restarts += 1
    Object.assign(agent, { trouble: null, due: null, waits: null, progressed: false, begun: true })
    if (cause === "continuation" || cause === "restart") agent.continued += 1
    this.take(agent, () => true)
    this.asks(agent.turn, agent)
  }
  /** While the provider wants to be left alone, nobody asks. */
  private asks(turn: SimTurn, agent: SimAgent): void {
    Object.assign(turn, { at: "model", since: this.now })
    const left = this.quietUntil - this.now
    if (left > 0) this.limited(agent, left)
  }
  private mayBeWoken = (agent: SimAgent): boolean => this.isPresent(agent) || agent.iteration < limits.iterations
  private mayTakeQueue(agent: SimAgent): boolean {
    return agent.queue.length > 0 && (this.mayBeWoken(agent) || !isWakeUp(agent))
  }
  /** What waited is read: what Kibitz has to say, and those messages. A word of the user is a new beginning. */
  private take(agent: SimAgent, which: (one: Queued) => boolean): void {
    Object.assign(agent, { notices: 0, toldOfRestart: false })
    if (agent.queue.filter(which).some(({ by }) => by === "user")) {
      agent.spoken = true
      this.freshRun(agent)
    }
    const read = agent.queue.filter(which)
    agent.queue = agent.queue.filter((one) => !which(one))
    for (const { answers = [] } of read) this.asksNoMore(agent, answers)
  }
  /** Neither the user nor anybody above has to answer these any more. */
  private asksNoMore(agent: SimAgent, ids: readonly string[]): void {
    agent.items = agent.items.filter((kind) => !ids.includes(kind))
    for (const { holder, message } of agent.asking.filter(({ id }) => ids.includes(id)))
      holder.queue = holder.queue.filter((one) => one !== message)
    agent.asking = agent.asking.filter(({ id }) => !ids.includes(id))
  }
  private openQuestions(agent: SimAgent): string[] {
    return [...agent.items.filter(isQuestion), ...agent.asking.map(({ id }) => id)]
  }
  private freshRun(agent: SimAgent): void {
    Object.assign(agent, { iteration: 0, idle: 0, progressed: false, restarts: 0, crashes: 0, calls: [], woken: false })
  }
  /** By the user, it is a new beginning; agents could go on with each other for ever. */
  protected open(agent: SimAgent, by: "user" | "agent" = "user"): void {
    // Nobody could answer it meanwhile.
    if (isHeldBack(agent)) for (const one of agent.asking) one.climbsAt = this.now + limits.parentMs
    if (agent.standing !== "open" && by === "user") this.freshRun(agent)
    agent.standing = "open"
  }
  protected over(agent: SimAgent, how: "finished" | "interrupted" | "failed"): void {
    agent.last = how
    if (agent.progressed) agent.idle = 0
    else if (agent.turn?.cause === "continuation") agent.idle += 1
    if (how === "finished") agent.restarts = 0
    else for (const one of agent.queue) one.delivery = "queue"
    agent.queue.sort((a, b) => Number(b.delivery === "now") - Number(a.delivery === "now"))
    agent.items = agent.items.filter((kind) => kind !== "approval")
    agent.turn = null
  }

  // What the model does.
  says(agent: SimAgent, said: Said): void {
    this.replied(agent)
    if (agent.queue.some(({ delivery }) => delivery === "now")) {
      if (purseOf(agent)) return this.outOfMoney(agent)
      this.take(agent, ({ delivery }) => delivery === "now")
      if (agent.turn) this.asks(agent.turn, agent)
      return
    }
    if (said === "empty") {
      this.fails(agent)
      return this.asksForMoney(agent)
    }
    this.over(agent, "finished")
    if (this.mayTakeQueue(agent)) return this.takesQueue(agent)
    // What it says with its last money counts; whoever is to go on asks for more, and so does the first of those who share it.
    this.unitEnds(agent, said)
    if (agent.standing === "open" && !agent.turn) this.asksForMoney(agent)
    const purse = purseOf(agent)
    if (purse) for (const one of [agent, ...below(purse)]) this.settleOne(one)
  }
  private takesQueue(agent: SimAgent): void {
    if (purseOf(agent)) this.asksForMoney(agent)
    else this.begin(agent, "message")
  }
  private replied(agent: SimAgent): void {
    this.providerAnswers(agent)
    Object.assign(agent, { spent: agent.spent + 1, crashes: 0 })
    this.heard(agent)
  }
  private outOfMoney(agent: SimAgent): void {
    this.over(agent, "failed")
    agent.trouble = { parked: true, of: "money", at: this.now }
    this.asksForMoney(agent)
  }
  /** Once for each purse, whoever finds it empty first. */
  private asksForMoney(agent: SimAgent): void {
    const purse = purseOf(agent)
    if (!purse || this.asked.has(purse)) return
    this.asked.set(purse, agent)
    agent.items.push("budget")
  }
  givesMoney(agent: SimAgent, limit: number): void {
    agent.limit = limit
    const asking = this.asked.get(agent)
    this.asked.delete(agent)
    if (asking) asking.items.splice(asking.items.indexOf("budget"), 1)
  }
  private unitEnds(agent: SimAgent, said: Said): void {
    if (said === "done" && this.openQuestions(agent).length > 0) this.stopsInChat(agent)
    else if (said === "done") {
      // What it has promised, and what every task has to pass.
      const checks = [...agent.promises, ...(agent.task ? ["npm test"] : [])]
      if (checks.length === 0) return this.isDone(agent)
      agent.turn = { ...turnOf("verification", this.now), at: "user", checks }
      agent.items.push("approval")
    } else if (said === "blocked") this.isStuck(agent)
    else if (said === "help") agent.items.push("help")
    else this.stopsInChat(agent)
  }
  private stopsInChat(agent: SimAgent): void {
    if (this.isPresent(agent) && !this.isLookedAt(agent)) agent.items.push("your-turn")
  }
  private isDone(agent: SimAgent): void {
    agent.standing = "done"
    this.reports(agent)
    const goes = agent.whenDone === "dismiss" && agent.parent && !below(agent).some((one) => this.isPresent(one))
    if (goes) this.dismiss(agent)
    else if (!this.isLookedAt(agent)) agent.items.push("result")
  }
  private isStuck(agent: SimAgent, by: "itself" | "crash" = "itself"): void {
    Object.assign(agent, { standing: "stuck", by })
    agent.items.push("stuck")
    this.reports(agent)
  }
  private reports(agent: SimAgent): void {
    if (agent.task && agent.parent) this.told(agent.parent, agent, "queue")
  }
  private told(agent: SimAgent, from: SimAgent, delivery: "queue" | "now", asked?: (message: Queued) => void): void {
    if (agent.standing === "dismissed") return
    const message: Queued = { by: "agent", delivery, from }
    agent.queue.push(message)
    asked?.(message)
    const isFree = !agent.turn && !agent.trouble?.parked && (agent.standing === "open" || agent.standing === "done")
    if (!isFree || purseOf(agent)) return
    this.open(agent, "agent")
    if (this.mayBeWoken(agent)) this.begin(agent, "message")
  }
  private heard(agent: SimAgent): void {
    if (agent.turn) Object.assign(agent.turn, { since: this.now, tries: 1 })
  }
  /** Alone, the same call four times in a row is the end of it, and so is going to and fro between two. */
  calls(agent: SimAgent, print: string): boolean {
    this.replied(agent)
    const last = [...agent.calls, print].slice(-4)
    agent.calls = last
    if (purseOf(agent)) {
      this.outOfMoney(agent)
      return false
    }
    const isLoop = last.length === 4 && last[0] === last[2] && last[1] === last[3]
    if (this.isPresent(agent) || !isLoop) return true
    this.over(agent, "finished")
    // What the user has said meanwhile is worth another try.
    if (agent.queue.some(({ by }) => by === "user")) this.begin(agent, "message")
    else this.isStuck(agent)
    return false
  }
  callEnds(agent: SimAgent, progress: boolean): void {
    if (progress) agent.progressed = true
    this.heard(agent)
    this.take(agent, ({ delivery }) => delivery === "now")
    if (agent.turn) this.asks(agent.turn, agent)
  }
  asksForApproval(agent: SimAgent): void {
    if (agent.turn) agent.turn.at = "user"
    agent.items.push("approval")
  }
  asksUser(agent: SimAgent, id = `question:${++this.questions}`): void {
    agent.items.push(id)
  }
  asksAbove(agent: SimAgent, below: SimAgent, id = `question:${++this.questions}`): void {
    let holder = below.parent
    const canAnswer = (one: SimAgent) => (one.standing === "open" || one.standing === "done") && !one.trouble && !purseOf(one)
    while (holder && !canAnswer(holder)) holder = holder.parent
    if (!holder) return this.asksUser(agent, id)
    const [to, climbsAt] = [holder, this.now + limits.parentMs]
    this.told(to, agent, "now", (message) => agent.asking.push({ id, holder: to, climbsAt, message }))
  }
  fails(agent: SimAgent): void {
    const { restarts } = agent
    this.over(agent, "failed")
    agent.trouble = { parked: false, of: "itself", at: this.now }
    if (restarts >= limits.restarts) return this.isStuck(agent)
    if (restarts === 0) this.reports(agent)
    this.stopsInChat(agent)
  }
  /** What it asks can never be answered: tried once more, and then no more. */
  invalid(agent: SimAgent): void {
    if (agent.turn?.tries === 1) this.delayed(agent, 0)
    else this.givenUp(agent, "itself")
  }
  private givenUp(agent: SimAgent, by: "itself" | "crash"): void {
    this.over(agent, "failed")
    agent.trouble = { parked: false, of: "itself", at: this.now }
    this.isStuck(agent, by)
  }
  delayed(agent: SimAgent, ms = 500 * 2 ** ((agent.turn?.tries ?? 1) - 1)): void {
    if (agent.turn) Object.assign(agent.turn, { at: "provider", until: this.now + ms, limited: false, order: this.timers++ })
  }
  /** One after the other; null: it could not be run. */
  checkEnds(agent: SimAgent, turn: SimTurn, ok: boolean | null): void {
    turn.results.push(ok)
    if (turn.results.length < turn.checks.length) return void agent.items.push("approval")
    const passed = turn.checks.filter((_, at) => turn.results[at] === true)
    // What passed the last time as well has brought nothing about, unless now everything holds.
    const isNew = passed.some((command) => !agent.passed.includes(command))
    if (isNew || passed.length === turn.checks.length) Object.assign(agent, { progressed: true, idle: 0 })
    agent.passed = passed
    this.verified(agent, turn.results.includes(false) ? false : !turn.results.includes(null) || null)
  }
  /** ok: every check passed; null: something could not be run, and nothing failed. */
  private verified(agent: SimAgent, ok: boolean | null): void {
    agent.turn = null
    // What was said meanwhile comes first; whether it is done is to be said anew.
    const isQueued = this.mayTakeQueue(agent)
    if (ok === false && (!isQueued || purseOf(agent))) agent.notices += 1
    if (isQueued) return this.takesQueue(agent)
    if (ok !== false) return this.isDone(agent)
    this.stopsInChat(agent)
    this.asksForMoney(agent)
  }

  // What the user does.
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
    for (const one of held) {
      this.open(one)
      // It goes on: what says that it does not would hold it up.
      one.items = one.items.filter((kind) => kind !== "stuck")
      if (asleep.includes(one) || purseOf(one)) continue
      // Cut short before the user's eyes, it goes on at once; alone, at its next move.
      const isCut = one.last === "interrupted" && isObliged(one) && this.isPresent(one)
      if (one.queue.length > 0 || isCut) this.begin(one, "message")
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
  private settleOne(agent: SimAgent): boolean {
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
