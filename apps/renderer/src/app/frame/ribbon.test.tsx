import type { ReadOnly } from "@kibitz/contract"
import { emptyWorld } from "@kibitz/domain"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { WorldState } from "../../kernel/replica/replica.ts"
import type { Session } from "../../kernel/session/offers.ts"
import { SessionContext } from "../../kernel/session/session-context.ts"
import { Ribbon } from "./ribbon.tsx"

const at = "2026-01-01T10:00:00.000Z" as ReadOnly["at"]

function drawn(readOnly: ReadOnly): string {
  const world = createStore(() => ({ world: emptyWorld, app: { readOnly } }) as unknown as WorldState)
  const session = { replica: { world }, shell: { window: { kind: "main" } } } as unknown as Session
  return renderToStaticMarkup(
    <SessionContext value={session}>
      <Ribbon />
    </SessionContext>,
  )
}

test("names the event that is not known, as an alert above the project", () => {
  const unknown = "Entry 7 is an event that this version does not know. Update Kibitz to work in this project."
  const page = drawn({ at, isHeld: false, unknown })
  expect(page).toContain(`<strong>A newer Kibitz wrote to this project.</strong> ${unknown} Nothing is lost.`)
  expect(page).toContain('data-testid="unknown-event" role="alert"')
  expect(page).toContain("the project is shown up to the first entry that this version does not know")
})

test("says nothing of unknown events where there are none", () => {
  const page = drawn({ at, isHeld: true })
  expect(page).toContain("another Kibitz has this project open")
  expect(page).not.toContain("unknown-event")
})
