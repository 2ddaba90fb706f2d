// Owns: what may stand behind `npm start --`, and what of it goes on to the window or to the web server.
import { resolve } from "node:path"
import { SetupFailure } from "../setup/progress.mjs"

export type StartedAs = "window" | "web"

type Option = {
  /** What has to stand behind it; a switch wants nothing. */
  readonly value?: "folder" | "team" | "number"
  readonly only?: StartedAs
}

const options: Readonly<Record<string, Option>> = {
  "--project": { value: "folder" },
  "--data-dir": { value: "folder" },
  "--ux-seed": { value: "team" },
  "--ux-probe": { only: "window" },
  "--port": { value: "number", only: "web" },
  "--read-only": { only: "web" },
}

const examples = { folder: "./try", team: "200,4,20", number: "8080" } as const

export const usage = `npm start -- [options]   sets Kibitz up and opens it: in a window, or without a display in a browser on this computer

  --project <folder>     the folder agents work in (KIBITZ_PROJECT; otherwise the folder you are in)
  --data-dir <folder>    where Kibitz keeps what it remembers (KIBITZ_DATA_DIR; otherwise your own Kibitz folder)
  --ux-seed <a,d,s[,o]>  an invented team in an empty --data-dir (docs/seed.md)
  --ux-probe             for tests, only with a window: the page may be asked where it is
  --port <number>        only without a display: a port of your choice instead of a free one
  --read-only            only without a display: look at the project as it is now; nothing runs, nothing is changed
  --help                 this text

Kibitz without a window on any computer: npm run kibitz -- help
`

export function asksForUsage(given: readonly string[]): boolean {
  return given.includes("--help") || given.includes("-h")
}

type Surroundings = {
  /** Where npm was called. Folders are meant from there, and agents see that one unless another is named. */
  readonly calledIn: string
  readonly usualProject: string | undefined
  readonly as: StartedAs
}

export function startArguments(given: readonly string[], { calledIn, usualProject, as }: Surroundings): readonly string[] {
  const args = joined(given).map((argument) => {
    const { name, value } = split(argument)
    const option = known(name, as)
    if (option.value === undefined) return argument
    if (value === "" || value.startsWith("--")) {
      const example = `${name} ${examples[option.value]}`
      throw new SetupFailure(`${name} names no ${option.value}`, `write it as ${name} <${option.value}>, for example ${example}.`)
    }
    return `${name}=${option.value === "folder" ? resolve(calledIn, value) : value}`
  })
  if (args.some((argument) => argument.startsWith("--project="))) return args
  return [`--project=${resolve(calledIn, usualProject || ".")}`, ...args]
}

/** The window passes over what it does not know, as it is Chromium's command line too: a misspelt --data-dir would open the user's own data. */
function known(name: string, as: StartedAs): Option {
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (option === undefined)
    throw new SetupFailure(
      name.startsWith("-")
        ? `there is no option ${name}; nothing was opened`
        : `"${name}" belongs to no option; nothing was opened`,
      "`npm start -- --help` lists what there is. A project folder is named with --project <folder>.",
    )
  if (option.only === undefined || option.only === as) return option
  if (option.only === "window")
    throw new SetupFailure(
      `${name} is for the window, and without a display there is none; nothing was opened`,
      "leave it out, or set DISPLAY to a display.",
    )
  throw new SetupFailure(
    `${name} is for Kibitz in a browser, and here a window would open; nothing was opened`,
    `leave it out, or serve Kibitz to a browser: npm run kibitz -- web ${name}${option.value === undefined ? "" : ` <${option.value}>`}`,
  )
}

/** The window's own command line knows a value only behind an equals sign: written apart it would be passed over, and other data opened. */
function joined(given: readonly string[]): readonly string[] {
  const wantsMore = (argument: string | undefined) => argument !== undefined && options[argument]?.value !== undefined
  const line: string[] = []
  for (let at = 0; at < given.length; at += 1) {
    const argument = given[at] ?? ""
    if (wantsMore(argument)) at += 1
    line.push(wantsMore(argument) ? `${argument}=${given[at] ?? ""}` : argument)
  }
  return line
}

function split(argument: string): { readonly name: string; readonly value: string } {
  const at = argument.startsWith("-") ? argument.indexOf("=") : -1
  return at === -1 ? { name: argument, value: "" } : { name: argument.slice(0, at), value: argument.slice(at + 1) }
}
