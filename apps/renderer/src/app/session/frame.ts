// Owns: what lies over the stage and beside it, the one remark, and that both are gone when the user goes elsewhere.
import { createStore } from "zustand/vanilla"
import type { Keep } from "../../kernel/keep/keep.ts"
import { keepPanels, readPanels } from "../../kernel/session/kept-frame.ts"
import type { Frame, Remarks } from "../../kernel/session/offers.ts"
import type { ScreenState } from "../../kernel/session/screen-state.ts"
import type { Navigation } from "../../kernel/view/navigation.ts"
import { talkingTo } from "../../kernel/view/view.ts"

type Start = Pick<ScreenState, "view" | "remark">

export function createFrame(keep: Keep, go: Navigation, start: Start): Frame & Remarks {
  const screen = createStore<ScreenState>(() => ({
    line: { kind: "connecting" },
    overlay: null,
    panels: readPanels(keep),
    isInspectorOver: false,
    lookAt: null,
    sought: null,
    agentId: go.view.getState().selected,
    last: go.last(),
    unfolded: null,
    offer: null,
    ...start,
  }))
  go.view.subscribe((now, before) => {
    const talking = talkingTo(now)
    const place = { view: talking === null ? "overview" : "chat", agentId: talking ?? now.selected, last: go.last() } as const
    // What was said there, and lay beside it, belongs to the place before.
    const isElsewhere = now.panes !== before.panes || now.focused !== before.focused
    screen.setState({ ...place, ...(isElsewhere ? { remark: null, isInspectorOver: false } : {}) })
  })
  const showPanels: Frame["showPanels"] = (change) => {
    const panels = { ...screen.getState().panels, ...change }
    screen.setState({ panels })
    keepPanels(keep, panels)
  }
  return {
    screen,
    show: (overlay) => screen.setState({ overlay, remark: null }),
    showPanels,
    showInspector: (inspector) => {
      showPanels({ inspector })
      screen.setState({ isInspectorOver: inspector })
    },
    unfold: (unfolded) => screen.setState({ unfolded }),
    remark: (text, tone = "problem") => screen.setState({ remark: text === null ? null : { text, tone } }),
  }
}
