import type { AppItem } from "@kibitz/domain"
import { slashCommands, slashGroups } from "@kibitz/domain"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { AppLine } from "./app-line.tsx"

const draw = (line: string, text: string) =>
  renderToStaticMarkup(
    <AppLine item={{ kind: "app", key: "1", at: "2026-01-01T10:00:00.000Z", line, text } as unknown as AppItem} />,
  )
const list = slashGroups
  .map(({ title, commands }) =>
    [title, ...commands.map(({ name, hint, help }) => `${`/${name} ${hint}`.trim()}: ${help}`)].join("\n"),
  )
  .join("\n\n")

test("the answer to /help is a list under headings, each command with what it takes and what it does apart", () => {
  const drawn = draw("/help", list)
  expect(drawn).not.toContain("<pre")
  expect(drawn.match(/<h3>/g)).toHaveLength(slashGroups.length)
  expect(drawn.match(/<dt>/g)).toHaveLength(slashCommands.length)
  expect(drawn).toMatch(/<dt>\/status<span class="help-colon">:<\/span><\/dt><dd class="help-text">How the project stands/)
  expect(drawn).toMatch(/<dt>\/doctor<\/dt><dd class="help-hint"><span class="hint-part">\[fix\|heal\]<\/span>/)
})

test("about one command it is told the same way; what other commands say stays as it was written", () => {
  expect(draw("/help doctor", "/doctor [fix|heal]\nSays what is known to be wrong.")).toMatch(
    /<dt>\/doctor<\/dt><dd class="help-hint"><span class="hint-part">\[fix\|heal\]<\/span><\/dd><dd class="help-text">Says what/,
  )
  expect(draw("/cost", "Jake  $0.00\n/mode: x")).toMatch(/<pre[^>]*>Jake {2}\$0\.00\n\/mode: x<\/pre>/)
})
