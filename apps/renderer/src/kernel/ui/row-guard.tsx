// Owns: keeping one line that cannot be drawn from taking the whole window with it.
import { Component, type ReactNode } from "react"

export class RowGuard extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override render(): ReactNode {
    return this.state.isBroken ? (
      <p className="rule-row">This line could not be shown. It is kept in the journal.</p>
    ) : (
      this.props.children
    )
  }
}
