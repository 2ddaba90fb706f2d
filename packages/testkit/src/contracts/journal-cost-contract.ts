// What every journal must do when it is asked what was spent: part of the journal's suite.
import { AgentId, CostReport, type Instant, jakeId } from "@kibitz/contract"
import type { NewEntry } from "@kibitz/ports"
import { describe, expect, test } from "vitest"
import { entry, messageDelivered, reply, turnReplied } from "../events.ts"
import type { AuditedJournal } from "./journal-audit-contract.ts"

const rosa = AgentId.parse("rosa")
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString() as Instant

function replied(seq: number, minutes: number, agentId: AgentId, costUsd?: number): NewEntry {
  const usage = { inputTokens: 1, outputTokens: 10, cacheReadTokens: 100, cacheWriteTokens: 1000, estimated: false }
  const cost = costUsd === undefined ? {} : { costUsd }
  const event = turnReplied("words \u0000 and ä", { agentId, reply: reply("words", { usage }), ...cost })
  return { ...entry(seq, event, agentId), at: at(minutes) }
}

export function journalCostContract(fresh: () => AuditedJournal): void {
  describe("what was spent", () => {
    test("an empty journal has cost nothing", () => {
      expect(fresh().journal.cost(at(0))).toEqual({ hours: [], agents: [] })
    })

    test("replies are summed by hour and by agent, from the moment asked for on; one without a price counts its tokens", () => {
      const made = fresh()
      made.journal.append([
        replied(1, 10, jakeId, 0.5),
        { ...entry(2, messageDelivered("no reply"), jakeId), at: at(20) },
        replied(3, 59, rosa, 0.25),
        replied(4, 60, jakeId, 2),
        replied(5, 61, jakeId),
        replied(6, 260, rosa, 1),
      ])
      const whole = {
        hours: [
          { at: at(0), costUsd: 0.75, inputTokens: 2202, outputTokens: 20 },
          { at: at(60), costUsd: 2, inputTokens: 2202, outputTokens: 20 },
          { at: at(240), costUsd: 1, inputTokens: 1101, outputTokens: 10 },
        ],
        agents: [
          { agentId: jakeId, costUsd: 2.5, tokens: 3333 },
          { agentId: rosa, costUsd: 1.25, tokens: 2222 },
        ],
      }
      expect(made.journal.cost(at(0))).toEqual(whole)
      expect(made.journal.cost(at(60))).toEqual({
        hours: whole.hours.slice(1),
        agents: [
          { agentId: jakeId, costUsd: 2, tokens: 2222 },
          { agentId: rosa, costUsd: 1, tokens: 1111 },
        ],
      })
      expect(made.journal.cost(at(60.5)).hours[0]).toMatchObject({ at: at(60), costUsd: 0 })
      expect(made.journal.cost(at(261))).toEqual({ hours: [], agents: [] })
      const again = made.reopen()
      expect(again.cost(at(0))).toEqual(whole)
      expect(CostReport.parse(again.cost(at(0)))).toEqual(whole)
    })

    test("wherever the look back begins, the sums of what came before and after are the whole", () => {
      const { journal } = fresh()
      for (let seq = 1; seq <= 40; seq++) journal.append([replied(seq, seq * 7, seq % 3 === 0 ? rosa : jakeId, seq)])
      for (let first = 1; first <= 40; first++) {
        const expected = Array.from({ length: 41 - first }, (_, n) => first + n).reduce((sum, each) => sum + each, 0)
        const report = journal.cost(at(first * 7))
        expect(report.hours.reduce((sum, each) => sum + each.costUsd, 0)).toBe(expected)
        expect(report.agents.reduce((sum, each) => sum + each.costUsd, 0)).toBe(expected)
      }
    })
  })
}
