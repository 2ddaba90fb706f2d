// Owns: the bar at the top: the way out to the map, the tabs, everybody who works, the palette, the project.

import { jakeId } from "@kibitz/contract"
import { ChevronDown, Map as MapIcon, Search } from "lucide-react"
import { TabStrip } from "../../features/tabs/tab-strip.tsx"
import { useShownKey, useTitleWithKey } from "../../kernel/keyboard/use-keys.ts"
import type { Frame, Places, Session } from "../../kernel/session/offers.ts"
import { projectName } from "../../kernel/session/project-name.ts"
import { useAgent, useScreen, useSession, useView, useWorkspace } from "../../kernel/session/session-context.ts"
import { focusedPane } from "../../kernel/view/view.ts"
import { showTasks } from "../commands/commands.ts"
import { MenuButton } from "../window/menu-button.tsx"

export function TitleBar() {
  const workspace = useWorkspace()
  return (
    <header className="title-bar" data-region="title">
      <MenuButton />
      <ToMap />
      <TabStrip />
      <Active />
      <span className="title-gap" />
      {workspace !== undefined && (
        <span className="title-project" title={workspace}>
          <bdi>{projectName(workspace)}</bdi>
        </span>
      )}
      <ToPalette />
    </header>
  )
}

function ToMap() {
  const session = useSession<Places>()
  const isMap = useView((view) => focusedPane(view).content.kind === "map")
  const title = useTitleWithKey(isMap ? "The map: nobody is joined here" : "Leave, to the map", "zoom-out-now")
  return (
    <button
      type="button"
      className="title-map"
      data-testid="to-map"
      aria-current={isMap ? "page" : undefined}
      title={title}
      onClick={session.leave}
    >
      <MapIcon size="0.9375rem" aria-hidden />
      <span>Kibitz</span>
    </button>
  )
}

/** Always there, so that nothing beside it moves when the first one starts. */
function Active() {
  const session = useSession<Session>()
  const working = useAgent(jakeId, ({ tally }) => tally.working) ?? 0
  const isOpen = useScreen((state) => state.overlay?.kind === "tasks")
  const title = useTitleWithKey("Tasks: everything in the background", "tasks")
  return (
    <button
      type="button"
      className="title-active"
      data-testid="active"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={title}
      onClick={() => showTasks(session)}
    >
      Active <span className="title-count">{working}</span>
      <ChevronDown size="0.8125rem" aria-hidden />
    </button>
  )
}

function ToPalette() {
  const session = useSession<Frame>()
  const key = useShownKey("palette")
  return (
    <button
      type="button"
      className="title-search"
      data-testid="open-palette"
      aria-haspopup="dialog"
      aria-label="Command palette"
      onClick={() => session.show({ kind: "palette", mode: "commands" })}
    >
      <Search size="0.875rem" aria-hidden /> {key !== "" && <kbd className="title-key" data-key={key} aria-hidden />}
    </button>
  )
}
