import { jakeId } from "@kibitz/contract"
import { useAgent, useSession, useWorld } from "../app/session-context.ts"

/** Where agents work. What they know is about this folder: once somebody has worked here, another folder is another project, with its own. */
export function ProjectFolder() {
  const { shell } = useSession()
  const workspace = useWorld((state) => state.app?.workspace)
  const isUsed = useAgent(jakeId, ({ spell, tally }) => spell > 0 || tally.agents > 1) === true
  const canChoose = shell.isThere && shell.window.kind === "main"
  return (
    <>
      <bdi className="folder">{workspace}</bdi>
      {canChoose && (
        <button type="button" className="button button-small" onClick={() => shell.chooseProject(isUsed)}>
          Browse…
        </button>
      )}
      <small>
        Agents read and work here and nowhere else.{" "}
        {!canChoose ? (
          <>
            For another, start Kibitz with <code>--project=&lt;folder&gt;</code> and a <code>--data-dir</code> of its own.
          </>
        ) : isUsed ? (
          "Kibitz starts anew in the one you choose, with agents, settings and a key of its own. Choose this one there to come back."
        ) : (
          "Kibitz starts anew in the one you choose."
        )}
      </small>
    </>
  )
}
