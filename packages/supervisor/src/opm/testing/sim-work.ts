// The rules of working alone, told a second time, as plainly as they are in the specification (OPM-2 to OPM-11, SIG-1, VER-1), and without
// a line of those the app uses. Where the two disagree, one of them is wrong.
import { SimProvider } from "./sim-provider.ts"
import {
  below,
  type Cause,
  isCounted,
  isHeldBack,
  isQuestion,
  isWakeUp,
  limits,
  newcomer,
  purseOf,
  type Queued,
  type Said,
  type SimAgent,
  type SimTurn,
  turnOf,
} from "./sim-state.ts"

export abstract class SimWork extends SimProvider {
  /** Whose money was asked for, and on whose behalf. */
  readonly asked = new Map<SimAgent, SimAgent>()
  /** Which questions the user has put off, and until when. */
  readonly putOff = new Map<string, number>()
  protected questions = 0

  abstract dismiss(agent: SimAgent): void
  /** True: it has come to be stuck, which concerns the one above. */
  protected abstract settleOne(agent: SimAgent): boolean

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
  begin(agent: SimAgent, cause: Cause, counts = isCounted(agent)): void {
    if (cause === "message" && counts) Object.assign(agent, { iteration: agent.iteration + 1, woken: true })
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
  protected asks(turn: SimTurn, agent: SimAgent): void {
    Object.assign(turn, { at: "model", since: this.now })
    const left = this.quietUntil - this.now
    if (left > 0) this.limited(agent, left)
  }
  protected mayBeWoken = (agent: SimAgent): boolean => this.isPresent(agent) || agent.iteration < limits.iterations
  protected mayTakeQueue(agent: SimAgent): boolean {
    return agent.queue.length > 0 && (this.mayBeWoken(agent) || !isWakeUp(agent))
  }
  /** What waited is read: what Kibitz has to say, and those messages. A word of the user is a new beginning. */
  protected take(agent: SimAgent, which: (one: Queued) => boolean): void {
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
  protected asksNoMore(agent: SimAgent, ids: readonly string[]): void {
    agent.items = agent.items.filter((kind) => !ids.includes(kind))
    for (const { holder, message } of agent.asking.filter(({ id }) => ids.includes(id)))
      holder.queue = holder.queue.filter((one) => one !== message)
    agent.asking = agent.asking.filter(({ id }) => !ids.includes(id))
  }
  protected openQuestions(agent: SimAgent): string[] {
    return [...agent.items.filter(isQuestion), ...agent.asking.map(({ id }) => id)]
  }
  protected freshRun(agent: SimAgent): void {
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
  protected takesQueue(agent: SimAgent): void {
    if (purseOf(agent)) this.asksForMoney(agent)
    else this.begin(agent, "message")
  }
  protected replied(agent: SimAgent): void {
    this.providerAnswers(agent)
    Object.assign(agent, { spent: agent.spent + 1, crashes: 0 })
    this.heard(agent)
  }
  protected outOfMoney(agent: SimAgent): void {
    this.over(agent, "failed")
    agent.trouble = { parked: true, of: "money", at: this.now }
    this.asksForMoney(agent)
  }
  /** Once for each purse, whoever finds it empty first. */
  protected asksForMoney(agent: SimAgent): void {
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
  protected unitEnds(agent: SimAgent, said: Said): void {
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
  protected stopsInChat(agent: SimAgent): void {
    if (this.isPresent(agent) && !this.isLookedAt(agent)) agent.items.push("your-turn")
  }
  protected isDone(agent: SimAgent): void {
    agent.standing = "done"
    this.reports(agent)
    const goes = agent.whenDone === "dismiss" && agent.parent && !below(agent).some((one) => this.isPresent(one))
    if (goes) this.dismiss(agent)
    else if (!this.isLookedAt(agent)) agent.items.push("result")
  }
  protected isStuck(agent: SimAgent, by: "itself" | "crash" = "itself"): void {
    Object.assign(agent, { standing: "stuck", by })
    agent.items.push("stuck")
    this.reports(agent)
  }
  protected reports(agent: SimAgent): void {
    if (agent.task && agent.parent) this.told(agent.parent, agent, "queue")
  }
  protected told(agent: SimAgent, from: SimAgent, delivery: "queue" | "now", asked?: (message: Queued) => void): void {
    if (agent.standing === "dismissed") return
    const message: Queued = { by: "agent", delivery, from }
    agent.queue.push(message)
    asked?.(message)
    const isFree = !agent.turn && !agent.trouble?.parked && (agent.standing === "open" || agent.standing === "done")
    if (!isFree || purseOf(agent)) return
    this.open(agent, "agent")
    if (this.mayBeWoken(agent)) this.begin(agent, "message")
  }
  protected heard(agent: SimAgent): void {
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
  protected givenUp(agent: SimAgent, by: "itself" | "crash"): void {
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
  protected verified(agent: SimAgent, ok: boolean | null): void {
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
}
