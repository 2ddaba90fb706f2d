import { type ItemId, jakeId } from "@kibitz/contract"
import { slashCommands } from "@kibitz/domain"
import { sampleItem, sampleTeam } from "@kibitz/testkit"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { Session } from "../../kernel/session/offers.ts"
import { SessionContext } from "../../kernel/session/session-context.ts"
import { Palette } from "./palette.tsx"
import type { PaletteMode } from "./sources.ts"

const attention = { i1: sampleItem("question", { id: "i1", agentId: "ed" }) }
const many = Array.from({ length: 2000 }, (_, at) => ({ id: `agent${at}`, under: "jake" }))

function draw(mode: PaletteMode, agents: Parameters<typeof sampleTeam>[0], recent = "[]"): string {
  const world = { ...sampleTeam(agents), attention }
  const session = {
    keep: { getItem: (key: string) => (key === "kibitz.palette-recent" ? recent : null), setItem() {}, removeItem() {} },
    replica: { world: createStore(() => ({ world })) },
  } as unknown as Session
  return renderToStaticMarkup(
    <SessionContext value={session}>
      <Palette
        mode={mode}
        scope={jakeId}
        pages={[{ id: "access", name: "Access" }]}
        offers={(id) => id !== "split" && id !== "tasks"}
        refuses={(id) => (id === "pop-out" ? "There is no chat to move." : null)}
        onRun={() => {}}
        onClose={() => {}}
      />
    </SessionContext>,
  )
}

test("a field over a list: the field names the list and the entry it has reached, and every entry its place", () => {
  const drawn = draw("commands", [{ id: "jake" }])
  const list = /role="combobox"[^>]*aria-controls="([^"]+)"/.exec(drawn)?.[1] ?? expect.fail("no combobox")
  expect(drawn).toContain(`aria-activedescendant="${list}-0"`)
  expect(drawn).toContain(`id="${list}" role="listbox"`)
  expect(drawn).toMatch(new RegExp(`id="${list}-0" role="option" aria-selected="true"[^>]*aria-posinset="1"`))
  expect(drawn).toContain('data-testid="palette"')
})

test("shortcuts are always shown, and said apart from the name", () => {
  const drawn = draw("commands", [{ id: "jake" }])
  expect(drawn).toContain('<kbd aria-hidden="true">Ctrl+J</kbd>')
  expect(drawn).toContain('aria-keyshortcuts="Control+J"')
})

test("the last used is first", () => {
  const drawn = draw("commands", [{ id: "jake" }], JSON.stringify(["page access"]))
  expect(drawn.indexOf("Settings: Access")).toBeLessThan(drawn.indexOf("Go to the next thing"))
})

test("U22: of 2,000 agents only what is in view is drawn, with what waits and where it is", () => {
  const drawn = draw("agents", [{ id: "jake" }, { id: "ed", under: "jake" }, ...many])
  expect(drawn.match(/role="option"/g)?.length).toBeLessThan(20)
  expect(drawn).toContain('aria-setsize="2002"')
  expect(drawn).toContain('aria-label="needs you"')
  expect(drawn).toContain("1 for you")
})

test("what the entry that was reached does can be read to its end, and what it takes; the list says the same to a screen reader", () => {
  const drawn = draw("commands", [{ id: "jake" }], JSON.stringify(["slash mode"]))
  const about = /<div class="palette-about"[^>]*aria-hidden="true"[^>]*>(.*?)<\/div>/.exec(drawn)?.[1] ?? expect.fail("not told")
  const told = about
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
  const mode = slashCommands.find(({ name }) => name === "mode") ?? expect.fail("no /mode")
  expect(told).toContain(mode.help)
  expect(told).toContain(mode.hint)
})

test("of somebody who asks it says what, for that is where one is led; with no more to say than the line does there is no room taken for it", () => {
  const asking = draw("agents", [{ id: "ed", items: ["i1" as ItemId] }])
  expect(asking).toMatch(/palette-about-asked">[^<]*\w/)
  expect(draw("agents", [{ id: "jake" }])).not.toContain("palette-about")
})
