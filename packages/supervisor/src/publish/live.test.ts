import type { AgentId, LiveDelta, TurnId } from "@kibitz/contract"
import { manualClock, memoryDrafts } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { liveBoard } from "./live.ts"

const [ed, flo] = ["ed", "flo"] as AgentId[] as [AgentId, AgentId]
const turnOf = (agentId: AgentId) => `turn_${agentId}` as TurnId

function opened() {
  const clock = manualClock()
  const kept: string[] = []
  const drafts = memoryDrafts()
  const counting = {
    ...drafts,
    keep(turnId: TurnId, text: string) {
      kept.push(turnId)
      drafts.keep(turnId, text)
    },
  }
  const sent: LiveDelta[] = []
  const seen: AgentId[] = []
  const board = liveBoard(clock, counting, (agentId) => seen.push(agentId))
  board.listen((_, deltas) => sent.push(...deltas))
  const begin = (agentId: AgentId) => board.begin(agentId, turnOf(agentId), 1, 1)
  const say = (agentId: AgentId, text: string) => board.add(agentId, 0, "text", text)
  return { clock, drafts, kept, sent, seen, board, begin, say }
}

describe("live text", () => {
  it("nobody looks: nothing is sent and no frame is drawn, and yet every piece counts as a sign of life", () => {
    const { clock, sent, seen, begin, say } = opened()
    begin(ed)
    for (const word of ["one ", "two ", "three"]) say(ed, word)
    expect(clock.nextIn()).toBe(250)
    clock.advance(1_000)
    expect([sent, seen]).toEqual([[], [ed, ed, ed]])
  })

  it("who begins to look in the middle of a reply gets what follows the snapshot, and others' words are not theirs", () => {
    const { clock, sent, board, begin, say } = opened()
    begin(ed)
    begin(flo)
    say(ed, "before ")
    const close = board.watch(ed)
    expect(board.current(ed)?.blocks[0]?.text).toBe("before ")
    say(ed, "after")
    say(flo, "elsewhere")
    clock.advance(16)
    expect(sent.map(({ agentId, offset, text }) => [agentId, offset, text])).toEqual([[ed, 7, "after"]])
    close()
    close()
    say(ed, " unseen")
    clock.advance(16)
    expect(sent).toHaveLength(1)
  })

  it("the snapshot and the pieces after it make the whole text, whoever comes and goes in between", () => {
    const step = fc.oneof(
      fc.record({ say: fc.string({ minLength: 1, maxLength: 5 }) }),
      fc.constant("frame"),
      fc.constant("other"),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: "max" }), fc.nat(40), (steps, joinAt) => {
        const { clock, sent, board, begin, say } = opened()
        begin(ed)
        let shown: string | null = null
        let from = 0
        let whole = ""
        let other: (() => void) | null = null
        steps.forEach((todo, index) => {
          if (index === joinAt) {
            board.watch(ed)
            shown = board.current(ed)?.blocks[0]?.text ?? ""
            from = sent.length
          }
          if (typeof todo === "object") {
            say(ed, todo.say)
            whole += todo.say
          } else if (todo === "frame") clock.advance(16)
          else if (other) {
            other()
            other = null
          } else other = board.watch(ed)
        })
        clock.advance(16)
        if (shown === null) return
        let text: string = shown
        for (const delta of sent.slice(from)) {
          expect(delta.offset).toBe(text.length)
          text += delta.text
        }
        expect(text).toBe(whole)
      }),
      { numRuns: 500 },
    )
  })

  it("F2 words on a screen are spooled within a quarter of a second, unseen ones within about one, however many write", () => {
    const { clock, drafts, kept, board, begin, say } = opened()
    const unseen = Array.from({ length: 200 }, (_, index) => `agent_${index}` as AgentId)
    board.watch(ed)
    for (const agentId of [ed, ...unseen]) begin(agentId)
    let whole = ""
    for (let passed = 0; passed < 10_000; passed += 25) {
      for (const agentId of [ed, ...unseen]) say(agentId, ".")
      whole += "."
      clock.advance(25)
      if (passed % 1_000 !== 975) continue
      expect(whole.length - drafts.read(turnOf(ed)).length).toBeLessThanOrEqual(10)
      for (const agentId of unseen) expect(whole.length - drafts.read(turnOf(agentId)).length).toBeLessThanOrEqual(50)
    }
    const writesOf = (agentId: AgentId) => kept.filter((turnId) => turnId === turnOf(agentId)).length
    expect(writesOf(ed)).toBeGreaterThanOrEqual(36)
    for (const agentId of unseen) expect(writesOf(agentId)).toBeLessThanOrEqual(11)
  })

  it("a short reply that nobody sees makes no file; one that somebody has seen is spooled at once", () => {
    const { clock, drafts, kept, board, begin, say } = opened()
    begin(ed)
    say(ed, "a few words")
    clock.advance(900)
    expect(kept).toEqual([])
    board.watch(ed)()
    clock.advance(250)
    expect(drafts.read(turnOf(ed))).toBe("a few words")
  })

  it("F2 stopping keeps every word, seen or not", () => {
    const { drafts, board, begin, say } = opened()
    begin(ed)
    say(ed, "half a sen")
    board.stop()
    expect(drafts.read(turnOf(ed))).toBe("half a sen")
  })
})
