// Owns: the panes side by side. Every chat that is shown is joined, and the one with the keys has the accent edge (ux 2.4).

import type { PaneName } from "@kibitz/contract"
import { X } from "lucide-react"
import { useEffect, useRef } from "react"
import { Chat } from "../../features/chat/chat.tsx"
import { Welcome } from "../../features/first-run/welcome.tsx"
import { useFlights } from "../../features/map/use-flights.ts"
import { useTitleWithKey } from "../../kernel/keyboard/use-keys.ts"
import type { Places } from "../../kernel/session/offers.ts"
import { useScreen, useSession, useView, useWorld } from "../../kernel/session/session-context.ts"
import { textScale } from "../../kernel/settings/text-size.ts"
import { later } from "../../kernel/ui/later.tsx"
import { Loading } from "../../kernel/ui/loading.tsx"
import type { Pane, PaneContent } from "../../kernel/view/view.ts"
import { enterPane } from "./enter-pane.ts"
import { MapPane } from "./map-pane.tsx"

const CostView = later(async () => (await import("../../features/cost/cost-view.tsx")).CostView, CostComing)

export function Stage() {
  const { go } = useSession<Places>()
  const panes = useView((view) => view.panes)
  const focused = useView((view) => view.focused)
  const element = useRef<HTMLDivElement>(null)
  useFlights(element)
  useEffect(() => {
    addEventListener("resize", go.fit)
    return () => removeEventListener("resize", go.fit)
  }, [go])
  const scale = useWorld(({ world }) => textScale(world))
  // biome-ignore lint/correctness/useExhaustiveDependencies: larger text leaves room for fewer panes
  useEffect(go.fit, [go, scale])
  const content = panes.find(({ name }) => name === focused)?.content
  const isCovered = useScreen((state) => state.overlay !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the user is somewhere else, also when that came about beneath an overlay
  useEffect(
    () => enterPane(element.current?.querySelector<HTMLElement>("[data-has-keys]") ?? null),
    [focused, content, isCovered],
  )
  return (
    <div ref={element} className="panes" data-count={panes.length}>
      {panes.map((pane) => (
        <div
          key={pane.name}
          className="pane"
          data-testid={`pane-${pane.name.slice(1)}`}
          data-has-keys={pane.name === focused ? "" : undefined}
          onFocusCapture={() => go.focusPane(pane.name)}
          onPointerDownCapture={() => go.focusPane(pane.name)}
        >
          {panes.length > 1 && pane.content.kind !== "chat" && <PaneHead name={pane.name} kind={pane.content.kind} />}
          <PaneBody {...pane} />
        </div>
      ))}
    </div>
  )
}

type OtherKind = Exclude<PaneContent["kind"], "chat">

/** What it shows, where there are several, and the way to close it. A chat has its own head. */
function PaneHead({ name, kind }: { name: PaneName; kind: OtherKind }) {
  const { go } = useSession<Places>()
  const close = useTitleWithKey("Close this pane", "close-pane")
  const title = paneTitles[kind]
  return (
    <header className="pane-head">
      <span className="pane-name">{title}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Close ${title}`}
        title={close}
        onClick={() => go.closePane(name)}
      >
        <X size="0.875rem" aria-hidden />
      </button>
    </header>
  )
}

const paneTitles: Readonly<Record<OtherKind, string>> = { map: "Map", cost: "Cost", welcome: "Welcome" }

function PaneBody({ name, content }: Pane) {
  const { go } = useSession<Places>()
  switch (content.kind) {
    case "chat":
      return <Chat key={content.agentId} agentId={content.agentId} />
    case "cost":
      return <CostView onGo={(agentId) => go.to(agentId)} onClose={go.putAway} />
    case "welcome":
      return <Welcome />
    case "map":
      return <MapPane pane={name} />
  }
}

function CostComing({ isFailed }: { isFailed: boolean }) {
  const { go } = useSession<Places>()
  if (isFailed) return <p className="pane-failed">This view could not be read from disk. Close it and open it again.</p>
  return <Loading reason="Opening." wayOut={{ name: "Back to the map", run: go.zoomOut }} lines={8} />
}
