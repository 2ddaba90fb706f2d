// Owns: the word an agent shows while it works (OPM-12, ux 5.4): one per spell, with its meaning on hover; others hear "working".
import type { Agent, AgentId, CogitationEntry, CogitationVocabulary, Settings } from "@kibitz/contract"
import { chooseTerm } from "@kibitz/domain"
import { useMemo } from "react"
import { useAgent, useSettings } from "../session/session-context.ts"
import { useVocabulary } from "./vocabulary.ts"
import "./term.css"

type TermProps = {
  agentId: AgentId
  /** Its meaning can be reached by keyboard too, not only by pointing at it. */
  isExplained?: boolean
}

export function CogitationTerm({ agentId, isExplained = false }: TermProps) {
  const show = useSettings()?.cogitation.show ?? "off"
  return show === "off" ? <span>working…</span> : <Shown agentId={agentId} isExplained={isExplained} />
}

function Shown({ agentId, isExplained }: Required<TermProps>) {
  const settings = useSettings()?.cogitation
  const vocabulary = useVocabulary()
  const spell = useAgent(agentId, (agent) => spellOf(agent, settings?.show ?? "spell"))
  const isRoot = useAgent(agentId, ({ parentId }) => parentId === null) === true
  const entry = useMemo(
    () => termFor(vocabulary, { agentId, spell: spell ?? "", isRoot, earthy: settings?.earthy === true }),
    [vocabulary, agentId, spell, isRoot, settings?.earthy],
  )
  if (!entry) return <span>working…</span>
  if (isExplained) return <Explained entry={entry} />
  return (
    <>
      <span aria-hidden className="cogitation" data-testid="cogitation" title={explained(entry)}>
        <bdi lang={entry.lang}>{entry.term}</bdi>…
      </span>
      <span className="visually-hidden">working</span>
    </>
  )
}

/** Assistive technology hears "working" (ux 5.4): the term is a flourish, and its meaning is for those who see it. */
function Explained({ entry }: { entry: CogitationEntry }) {
  const { term, script, source, gloss, lang } = entry
  return (
    <button type="button" className="cogitation" data-testid="cogitation" aria-label="working">
      <bdi lang={lang} aria-hidden>
        {term}
      </bdi>
      …
      <span className="gloss" aria-hidden>
        <span className="gloss-term">
          <bdi lang={lang}>{term}</bdi>
          {script !== undefined && <bdi lang={lang}>{script}</bdi>}
        </span>
        <span className="gloss-source">{source}</span>
        <span>{gloss}</span>
      </span>
    </button>
  )
}

export function spellOf(
  { spell, assignment }: Pick<Agent, "spell" | "assignment">,
  show: Settings["cogitation"]["show"],
): string {
  return show === "assignment" ? `assignment ${assignment ?? ""}` : `spell ${spell}`
}

export function termFor(
  vocabulary: CogitationVocabulary | null,
  spell: Parameters<typeof chooseTerm>[1],
): CogitationEntry | null {
  const canShow = vocabulary?.some(({ pool, register }) => pool === "general" && register !== "earthy")
  return vocabulary && canShow ? chooseTerm(vocabulary, spell) : null
}

/** tracht · טראַכט · Yiddish: think */
export function explained({ term, script, source, gloss }: CogitationEntry): string {
  return `${[term, script].filter((part) => part !== undefined).join(" · ")} · ${source}: ${gloss}`
}
