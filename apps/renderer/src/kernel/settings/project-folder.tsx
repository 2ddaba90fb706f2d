import { jakeId, type World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { whenKnown } from "../replica/until.ts"
import type { HasReplica, HasShell } from "../session/offers.ts"
import { useSession, useWorkspace, useWorld } from "../session/session-context.ts"

/** Where agents work. What they know is about this folder: once somebody has worked here, another folder is another project, with its own. */
export function ProjectFolder() {
  const { shell, replica } = useSession<HasReplica & HasShell>()
  const workspace = useWorkspace()
  const isUsed = useWorld(({ world }) => world !== null && isUsedIn(world))
  const canChoose = shell.isThere && shell.window.kind === "main"
  return (
    <>
      <bdi className="folder">{workspace}</bdi>
      {canChoose && (
        <button
          type="button"
          className="button button-small"
          onClick={() => void whenKnown(replica.world).then((world) => shell.chooseProject(isUsedIn(world)))}
        >
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

function isUsedIn(world: World): boolean {
  const jake = findAgent(world, jakeId)
  return jake !== undefined && (jake.spell > 0 || jake.tally.agents > 1)
}
