// Owns: the ways to elsewhere that also change what the frame shows.
import type { StoreApi } from "zustand/vanilla"
import type { Places } from "../../kernel/session/offers.ts"
import type { ScreenState } from "../../kernel/session/screen-state.ts"
import type { Navigation } from "../../kernel/view/navigation.ts"

type Needs = Pick<Places, "leaveAll"> & { readonly go: Navigation; readonly screen: StoreApi<ScreenState> }

export function createPlaces({ go, screen, leaveAll }: Needs): Places {
  return {
    go,
    lookAt: (agentId) => {
      go.select(agentId)
      go.show({ kind: "map" })
      screen.setState({ lookAt: { agentId }, overlay: null })
    },
    open: (agentId, cause) => {
      go.to(agentId, cause)
      screen.setState({ overlay: null, remark: null })
    },
    seek: (agentId, text, key) => {
      // In another window it comes forward as it is.
      if (go.to(agentId)) screen.setState({ sought: { agentId, text, key } })
    },
    leave: go.zoomOut,
    leaveAll,
    goBack: () => void go.back(),
    select: go.select,
  }
}
