import { decoder as everyEvent } from "@kibitz/contract"
import { StorageFailure } from "@kibitz/ports"
import { expect, test } from "vitest"
import { journalContract } from "./contracts/journal-contract.ts"
import { agentFounded, entry } from "./events.ts"
import { memoryJournal } from "./memory-journal.ts"

journalContract("memoryJournal", () => {
  let journal = memoryJournal()
  return {
    journal,
    reopen(decoder) {
      journal = journal.reopen(decoder ?? everyEvent)
      return journal
    },
    tamper(how) {
      journal.tamper(how)
      return journal.reopen()
    },
  }
})

test("it fails when told to, once or until it recovers, and keeps nothing of what failed", () => {
  const journal = memoryJournal()
  journal.failNextAppend("full")
  expect(() => journal.append([entry(1, agentFounded())])).toThrow(StorageFailure)
  expect([journal.last(), journal.appends()]).toEqual([0, 0])
  journal.append([entry(1, agentFounded())])
  journal.failEveryAppend(new StorageFailure("unreachable", "gone"))
  for (const _ of [1, 2]) expect(() => journal.append([entry(2, agentFounded())])).toThrow("gone")
  journal.recover()
  journal.append([entry(2, agentFounded())])
  expect([journal.last(), journal.appends(), journal.all().length]).toEqual([2, 2, 2])
})
