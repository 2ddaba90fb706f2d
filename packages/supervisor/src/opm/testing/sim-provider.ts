// What the provider does to everybody, told a second time: it refuses, cannot be reached, asks to be left alone, and answers again (A1, A3, F32,
// OPM-4).
import { SimPresence } from "./sim-presence.ts"
import { type Cause, isParked, limits, NEVER, purseOf, type SimAgent, type SimDue, saidOf, sleep } from "./sim-state.ts"

export abstract class SimProvider extends SimPresence {
  now = 0
  readonly agents: SimAgent[] = []
  /** Until when, whether anybody wakes after it, and until when nobody asks at all. */
  limit: { until: number; wakes: boolean } | null = null
  /** In which the engine goes through them: of those who wait for the same, who is first. */
  order: readonly string[] = []
  protected quietUntil = NEVER
  protected lineFree = NEVER
  protected timers = 0
  /** From when on it is known that it refuses. */
  private refusedAt = NEVER
  /** Whether anybody could be reached; and, while that is known, since when, and when it is looked at again. */
  isDown = false
  protected gone: { readonly since: number; until: number; at: number; order: number } | null = null

  abstract begin(agent: SimAgent, cause: Cause): void
  protected abstract open(agent: SimAgent): void
  protected abstract over(agent: SimAgent, how: "failed"): void
  abstract delayed(agent: SimAgent, ms: number): void

  /** Something outside has to change first: said once. Those who were to go on because it had changed do not. */
  refused(agent: SimAgent): void {
    this.over(agent, "failed")
    agent.trouble = { parked: true, of: "provider", at: this.now }
    if (this.isSaid("provider")) return
    agent.items.push("provider")
    this.refusedAt = this.now
    for (const one of this.agents) if (one.trouble?.of === "provider" && one.due && !one.due.byUser) one.due = null
  }
  /** Tried again and again, until it is known; then everybody waits for the network together. */
  unreachable(agent: SimAgent): void {
    const { tries = 1 } = agent.turn ?? {}
    if (!this.gone && tries < limits.tries) return this.delayed(agent, 500 * Math.min(60, 2 ** (tries - 1)))
    this.over(agent, "failed")
    agent.trouble = { parked: true, of: "network", at: this.now }
    if (this.gone) return
    agent.items.push(saidOf.network)
    const until = this.now + limits.soonestMs
    this.gone = { since: this.now, until, at: until, order: this.timers++ }
    for (const one of this.agents) if (one.trouble?.of === "network" && one.due && !one.due.byUser) one.due = null
  }
  /** Whoever could ask has found out: an answer to what was asked before says nothing. */
  protected providerAnswers({ turn }: SimAgent): void {
    if (!this.limit || this.limit.until <= this.now) this.limitOver()
    if (!turn) return
    const mayTry = ({ trouble, restarts }: SimAgent) => trouble?.of === "network" || restarts < limits.restarts
    const those = this.inOrder(isParked).filter((one) => (one.trouble?.at ?? 0) <= turn.since && mayTry(one))
    const over = [...(this.refusedAt <= turn.since ? ["provider"] : []), ...(this.wasGone(turn.since) ? [saidOf.network] : [])]
    this.letGoOn(those, over)
  }
  private wasGone(at: number): boolean {
    return this.gone !== null && this.gone.since <= at
  }
  /** One of them finds out whether that is any better. */
  anotherKey(): void {
    this.quietUntil = NEVER
    this.limitOver()
    this.letGoOn(this.inOrder(isParked).slice(0, 1), ["provider", saidOf.network])
  }
  /** Whether the connection works: asked by the user, or by itself while there is no network. */
  checked(): void {
    if (!this.isDown) return this.letGoOn(this.inOrder(isParked), ["provider", saidOf.network])
    if (!this.gone) return
    const until = this.now + Math.min(limits.latestMs, Math.max(limits.soonestMs, this.now - this.gone.since))
    Object.assign(this.gone, { until, at: until, order: this.timers++ })
    const parked = this.inOrder((one) => isParked(one) && one.trouble?.of === "network")
    const since = (one: SimAgent) => one.trouble?.at ?? 0
    if (parked.some((one) => this.now - since(one) < limits.asksItselfMs)) return
    const able = parked.filter((one) => !purseOf(one)).sort((one, other) => since(one) - since(other))
    this.letGoOn(able.slice(0, 1), [])
  }
  protected looks(): { at: number; order: number; happens: () => void }[] {
    const { gone } = this
    if (!gone) return []
    const happens = () => {
      Object.assign(gone, { at: this.now + limits.latestMs, order: this.timers++ })
      this.checked()
    }
    return [{ at: gone.at, order: gone.order, happens }]
  }
  /** It is said as long as anybody waits for it. */
  private letGoOn(those: readonly SimAgent[], over: readonly string[]): void {
    if (!this.isSaid("provider") && !this.gone) return
    const who = those.filter((one) => !this.isPresent(one) || !purseOf(one))
    const left = this.agents
      .filter((one) => isParked(one) && !who.includes(one))
      .map(({ trouble }) => trouble && saidOf[trouble.of])
    for (const kind of over) if (!left.some((one) => one === kind)) this.unsaid(kind)
    const able = who.filter((one) => !purseOf(one))
    this.wakeUp(able, this.now + limits.apartMs, {})
  }
  /** Nobody waits for the provider, or has lately. */
  isUntroubled(): boolean {
    const isFree = ({ turn, trouble, due }: SimAgent) => turn?.at !== "provider" && !trouble && !due?.limited
    const isQuiet = this.quietUntil > this.now || this.lineFree > this.now || this.gone || this.limit
    return !isQuiet && this.agents.every(isFree) && !Object.values(saidOf).some((what) => what && this.isSaid(what))
  }
  setBack(ms: number): void {
    this.now -= ms
    Object.assign(this, { quietUntil: NEVER, lineFree: NEVER })
  }
  isSaid(what: string): boolean {
    return this.agents.some(({ items }) => items.includes(what))
  }
  private unsaid(what: string): void {
    for (const agent of this.agents) agent.items = agent.items.filter((kind) => kind !== what)
    if (what === saidOf.network) this.gone = null
  }

  /** The provider wants to be left alone for so long. */
  meetsLimit(agent: SimAgent, ms: number): void {
    this.quietUntil = Math.max(this.quietUntil, this.now + ms)
    this.limited(agent, ms)
  }
  protected limited(agent: SimAgent, ms: number): void {
    const until = this.now + Math.ceil(ms + limits.later(ms))
    if (agent.turn) Object.assign(agent.turn, { at: "provider", until, limited: true, lined: null, order: this.timers++ })
    const isKnown = this.limit !== null && this.limit.until >= until - limits.longMs
    if (until - this.now < limits.longMs || isKnown) return
    this.limit = { until, wakes: this.limit?.wakes ?? false }
    if (!this.isSaid("provider: limit")) agent.items.push("provider: limit")
  }
  private limitOver(): void {
    this.unsaid("provider: limit")
    if (!this.limit) return
    const { wakes } = this.limit
    this.limit = null
    for (const [place, agent] of this.inOrder(({ due }) => due?.limited === true).entries()) {
      const { why = "continue", byUser = false } = agent.due ?? {}
      if (wakes || byUser) this.plan(agent, { at: this.now + limits.apartMs * (place + 1), why, byUser })
      else sleep(agent)
    }
  }
  inOrder(which: (agent: SimAgent) => boolean): SimAgent[] {
    return this.order.flatMap((name) => this.agents.find((one) => one.name === name) ?? []).filter(which)
  }
  protected plan(agent: SimAgent, due: Omit<SimDue, "order" | "lined">): void {
    agent.due = { ...due, order: this.timers++, lined: null }
  }
  protected nextInLine(): number {
    const at = Math.max(this.now, this.lineFree)
    this.lineFree = at + limits.apartMs
    return at
  }
  /** One after the other; before the user's eyes at once. */
  protected wakeUp(
    those: readonly SimAgent[],
    from: number,
    how: { byUser?: boolean; limited?: boolean },
    isPlaceKept = false,
  ): void {
    let place = 0
    for (const one of those) {
      const why = one.trouble ? "restart" : "continue"
      if (!this.isPresent(one)) this.plan(one, { at: from + limits.apartMs * place, why, ...how })
      else if (!purseOf(one)) this.begin(one, one.trouble ? "restart" : "message")
      if (isPlaceKept || !this.isPresent(one)) place += 1
    }
  }
  /** The user lets everybody wake who sleeps through the limit. */
  wakesAll(): void {
    if (!this.limit) return
    this.limit.wakes = true
    const isOn = this.limit.until > this.now
    const asleep = this.inOrder(({ standing, by }) => standing === "paused" && by === "limit")
    for (const one of asleep) this.open(one)
    this.wakeUp(asleep, isOn ? this.limit.until : this.now, isOn ? { limited: true } : {}, true)
  }
}
