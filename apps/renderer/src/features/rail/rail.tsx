// Owns: the left panel: what needs the user, and the tree of agents. In a narrow window it is a strip of two signs that draw it over the stage.
import { jakeId } from "@kibitz/contract"
import { agentCounts, itemsToAnswer } from "@kibitz/domain"
import { Bell, ListTree } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useState } from "react"
import type { RailSection } from "../../kernel/session/kept-frame.ts"
import { useAgent } from "../../kernel/session/session-context.ts"
import { Popover } from "../../kernel/ui/popover.tsx"
import { itemCount, itemsFrom } from "../../kernel/words/attention-copy.ts"
import "../../kernel/ui/panel-tabs.css"
import "./rail.css"

type RailProps = {
  section: RailSection
  onSection(section: RailSection): void
  /** What fills a section. `onGo` is to be called when the user goes somewhere from there: the panel that lies over it goes away. */
  content(section: RailSection, onGo?: () => void): ReactNode
}

export function Rail({ isNarrow, ...props }: RailProps & { isNarrow: boolean }) {
  return isNarrow ? <Strip {...props} /> : <Panel {...props} />
}

function Panel({ section, onSection, content }: RailProps) {
  return (
    <aside className="rail-panel" data-region="rail" data-testid="rail" aria-label="Attention and agents">
      <Sections section={section} onSection={onSection} />
      <div id={`rail-${section}`} role="tabpanel" aria-labelledby={`rail-tab-${section}`} className="rail-body">
        {content(section)}
      </div>
    </aside>
  )
}

const sections: readonly { readonly section: RailSection; readonly title: string }[] = [
  { section: "attention", title: "Attention" },
  { section: "tree", title: "Tree" },
]

function Sections({ section, onSection }: Pick<RailProps, "section" | "onSection">) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
    event.preventDefault()
    const other = section === "attention" ? "tree" : "attention"
    onSection(other)
    document.getElementById(`rail-tab-${other}`)?.focus()
  }
  return (
    <div role="tablist" aria-label="Rail" className="rail-tabs" onKeyDown={onKeyDown}>
      {sections.map((one) => (
        <button
          key={one.section}
          type="button"
          role="tab"
          id={`rail-tab-${one.section}`}
          className="rail-tab"
          data-testid={`rail-${one.section}`}
          aria-selected={one.section === section}
          aria-controls={one.section === section ? `rail-${one.section}` : undefined}
          tabIndex={one.section === section ? 0 : -1}
          onClick={() => onSection(one.section)}
        >
          {one.title}
          {one.section === "attention" && <Needed />}
        </button>
      ))}
    </div>
  )
}

/** Amber is how many must be answered, and nothing else (ux 0.3); what is stuck or to be looked at is told beside it. */
function Needed() {
  const waiting = useWaiting()
  return (
    <>
      {waiting.asked > 0 && (
        <span className="rail-badge" data-testid="rail-count" data-blocked title={askedWords(waiting)}>
          <span aria-hidden>{waiting.asked}</span>
          <span className="visually-hidden">{askedWords(waiting)}</span>
        </span>
      )}
      {waiting.other > 0 && (
        <span className="rail-badge" data-testid="rail-other" title={otherWords(waiting)}>
          <span aria-hidden>{waiting.other}</span>
          <span className="visually-hidden">{otherWords(waiting)}</span>
        </span>
      )}
    </>
  )
}

/** Items, and from how many agents those are that must be answered. */
type Waiting = { readonly asked: number; readonly from: number; readonly other: number }

/** Without what is only to be read. */
function useWaiting(): Waiting {
  const asked = useAgent(jakeId, ({ tally }) => itemsToAnswer(tally)) ?? 0
  const from = useAgent(jakeId, ({ tally }) => agentCounts(tally).needsYou) ?? 0
  const other = useAgent(jakeId, ({ tally: { tiers } }) => tiers[2] + tiers[3]) ?? 0
  return { asked, from, other }
}

const askedWords = ({ asked, from }: Waiting): string => itemsFrom(asked, from)
const otherWords = ({ other }: Waiting): string => `${itemCount(other)} to look at`

function waitingWords(waiting: Waiting): string {
  return [waiting.asked > 0 && askedWords(waiting), waiting.other > 0 && otherWords(waiting)].filter(Boolean).join(", ")
}

function Strip(props: RailProps) {
  const { section, onSection, content } = props
  const [isDrawn, setDrawn] = useState(false)
  const waiting = useWaiting()
  const words = waitingWords(waiting)
  const close = () => setDrawn(false)
  const press = (wanted: RailSection) => {
    setDrawn(!(isDrawn && wanted === section))
    onSection(wanted)
  }
  return (
    <aside className="rail-strip" data-region="rail" data-testid="rail-strip" aria-label="Attention and agents">
      {sections.map(({ section: one, title }) => (
        <button
          key={one}
          type="button"
          className="rail-sign"
          data-testid={`rail-${one}`}
          aria-expanded={isDrawn && one === section}
          aria-label={one === "attention" && words !== "" ? `${title}, ${words}` : title}
          title={one === "attention" && words !== "" ? `${title}: ${words}` : title}
          onClick={() => press(one)}
        >
          {one === "attention" ? <Bell size="1.125rem" aria-hidden /> : <ListTree size="1.125rem" aria-hidden />}
          {one === "attention" && <Signed count={waiting.asked} isAsked />}
          {one === "attention" && <Signed count={waiting.other} />}
        </button>
      ))}
      {isDrawn && (
        <Popover label="Attention and agents" testId="rail-drawn" className="rail-drawn" onClose={close}>
          <Panel {...props} content={(shown) => content(shown, close)} />
        </Popover>
      )}
    </aside>
  )
}

function Signed({ count, isAsked = false }: { count: number; isAsked?: boolean }) {
  if (count === 0) return null
  return (
    <span className="rail-badge" aria-hidden data-blocked={isAsked || undefined}>
      {count > 99 ? "99+" : count}
    </span>
  )
}
