// Owns: what `npm start` says when Kibitz ended with an error: without it, a window that never came would end in silence.
import { notStarted } from "../setup/command.mjs"
import { SetupFailure } from "../setup/progress.mjs"

type Started = { as: "window" | "web"; display: string | undefined; wayland: string | undefined; interrupted: boolean }

/** The exit code of a Kibitz that ended as it should, or because it was told to; throws for any other. */
export function codeOf(code: number, { as, display, wayland, interrupted }: Started): number {
  if (code === 0 || interrupted) return code
  const what = as === "window" ? "the window of Kibitz" : "Kibitz for the browser"
  const how = code === notStarted ? "could not be started" : `ended with code ${code}`
  throw new SetupFailure(`${what} ${how}; why is said above`, as === "window" ? windowRemedy(display, wayland) : webRemedy)
}

const webRemedy = "do what the lines above say and start again. If they say nothing of use: npm run build, then npm start."

function windowRemedy(display: string | undefined, wayland: string | undefined): string {
  const named = [...(display ? [`DISPLAY=${display}`] : []), ...(wayland ? [`WAYLAND_DISPLAY=${wayland}`] : [])]
  if (named.length === 0) return "do what the lines above say and start again."
  const unset = named.map((name) => `-u ${name.split("=")[0]}`).join(" ")
  return (
    "do what the lines above say and start again.\n" +
    `If they speak of a display, there is none behind ${named.join(" and ")}: name one that is there,\n` +
    `or use Kibitz in the browser: env ${unset} npm start`
  )
}
