import type { AuditEntry, AuditFilter } from "@kibitz/contract"
import { expect, test } from "vitest"
import type { AuditAnswer } from "../replica/audit-page.ts"
import { jsonLines, wholeAudit } from "./whole-audit.ts"

const one = (entry: number) => ({ entry }) as AuditEntry

test("an export asks with the filter until nothing older is left, and gives the oldest first", async () => {
  const asked: [AuditFilter, number | null][] = []
  const pages: AuditAnswer[] = [
    { ok: true, page: { entries: [one(4), one(3)], older: 3 } },
    { ok: true, page: { entries: [one(1)], older: null } },
  ]
  const audit = async (filter: AuditFilter, before: number | null): Promise<AuditAnswer> => {
    asked.push([filter, before])
    return pages[asked.length - 1] as AuditAnswer
  }
  const filter = { kind: "receipt" } as const
  expect(await wholeAudit({ audit }, filter)).toEqual({ entries: [one(1), one(3), one(4)] })
  expect(asked).toEqual([
    [filter, null],
    [filter, 3],
  ])
})

test("half a log is no export: a refusal in the middle is the answer", async () => {
  let asked = 0
  const audit = async (): Promise<AuditAnswer> =>
    ++asked === 1
      ? { ok: true, page: { entries: [one(2)], older: 2 } }
      : { ok: false, rejection: { kind: "closing", message: "Kibitz is about to end." } }
  expect(await wholeAudit({ audit }, {})).toEqual({ problem: "Kibitz is about to end." })
})

test("exported entries are one line of JSON each and come back whole", () => {
  const entries = [{ ...one(1), because: "two\nlines" }, one(2)]
  const lines = jsonLines(entries).trimEnd().split("\n")
  expect(lines.map((line) => JSON.parse(line))).toEqual(entries)
})
