// Owns: cmake, which builds, and behind -E is a set of small programs of its own.
import { type Call, nameFinding, writeFinding } from "../program.ts"
import { type Finding, strictest } from "../types.ts"
import { type Arg, literalArg } from "../words.ts"

const builds: Finding = { class: "build", rule: "class-build", because: "builds and runs code of the project" }
const reads: Finding = { class: "read", rule: "class-read", because: "only prints or compares" }
const dynamic: Finding = { class: "unknown", rule: "dynamic", because: "runs a command that is only known when it runs" }
const unlisted: Finding = {
  class: "any",
  rule: "unlisted",
  because: "runs a cmake command that is not known here",
  network: true,
}
const elsewhere: Finding = { class: "any", rule: "runs-program", because: "runs a program in another folder" }

const prints = /^(capabilities|cat|compare_files|echo|echo_append|environment|false|md5sum|sha(1|224|256|384|512)sum|sleep|true)$/
/** What does the same under another name. */
const like: Readonly<Record<string, readonly string[]>> = {
  rm: ["rm", "-r"],
  remove: ["rm", "-r"],
  remove_directory: ["rm", "-r"],
  copy: ["cp"],
  copy_if_different: ["cp"],
  copy_if_newer: ["cp"],
  copy_directory: ["cp"],
  copy_directory_if_different: ["cp"],
  copy_directory_if_newer: ["cp"],
  rename: ["mv"],
  make_directory: ["mkdir"],
  touch: ["touch"],
  touch_nocreate: ["touch"],
  create_symlink: ["ln"],
  create_hardlink: ["ln"],
  tar: ["tar"],
  env: ["env"],
  time: ["env"],
}

/** -E counts in the first place only. */
export function cmakeFinding(call: Call): Finding | readonly Finding[] {
  const [first, verb, ...rest] = call.args
  if (first?.value !== "-E") return [builds, ...(first?.loose ? [dynamic] : []), ...folders(call)]
  if (!verb) return reads
  if (verb.dynamic || verb.glob) return dynamic
  if (prints.test(verb.value)) return reads
  if (verb.value === "chdir") return rest.length > 1 ? strictest([elsewhere, call.inner(rest.slice(1))], elsewhere) : reads
  const words = Object.hasOwn(like, verb.value) ? like[verb.value] : undefined
  if (!words) return unlisted
  return [call.inner([...words.map(literalArg), ...rest]), ...names(rest, call)]
}

/** Where it builds and installs. */
function folders(call: Call): Finding[] {
  return call.args.flatMap((arg, index) => {
    const [, stuck] = /^(?:-B|--(?:install-)?prefix=?)(.*)$/s.exec(arg.value) ?? []
    const target = stuck === "" ? call.args[index + 1] : stuck === undefined ? undefined : { ...arg, value: stuck }
    const finding = target ? writeFinding(target, call.ground) : null
    return finding && finding.rule !== "dynamic-path" ? [finding] : []
  })
}

function names(args: readonly Arg[], call: Call): Finding[] {
  return args.flatMap((arg) => nameFinding(arg, call.ground) ?? [])
}
