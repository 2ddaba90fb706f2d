// Owns: the page about this project on this screen.
import type { Places } from "../../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../../kernel/session/session-context.ts"
import { ProjectFolder } from "../../../kernel/settings/project-folder.tsx"

export function GeneralPage() {
  const session = useSession<Places>()
  const isDesktop = useWorld((state) => state.app?.surface === "desktop")
  return (
    <>
      <section className="setting" aria-label="Project folder">
        <h3>Project folder</h3>
        <div className="project-folder">
          <ProjectFolder />
        </div>
      </section>
      <section className="setting" aria-label="When you close the window">
        <h3>When you close the window</h3>
        <p className="key-state">
          {isDesktop
            ? "Kibitz ends, and with it every agent at a safe point. Nothing is lost: they go on where they were at the next start."
            : "Kibitz goes on where it runs. Close it there to end it."}
        </p>
      </section>
      <section className="setting" aria-label="Welcome page">
        <h3>Welcome page</h3>
        <p className="key-state">Rehearse with a team of twelve, or connect a model: what a first start shows.</p>
        <div className="field-line">
          <button type="button" className="button" onClick={() => session.go.show({ kind: "welcome" })}>
            Show it again
          </button>
        </div>
      </section>
    </>
  )
}
