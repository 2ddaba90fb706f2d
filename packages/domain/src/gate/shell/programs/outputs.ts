// Owns: where compilers and packers are told to put what they make. What is only known when it runs is the sandbox's to hold.
import { type Call, writeFinding } from "../program.ts"
import type { Finding } from "../types.ts"
import type { Arg } from "../words.ts"

const names =
  /^--?(o|out|output|outfile|out-file|outdir|out-dir|output-dir|output-directory|outputdir|odir|hidir|outputfile|target-dir|artifact-dir|pack-destination|destination|filename|declarationdir|tsbuildinfofile)$/i
/** These take `-d` for the folder of what they make. */
const intoFolder = /^(javac|kotlinc|scalac)$/

export function outputs(call: Call): Finding[] {
  const findings: Finding[] = []
  for (const [index, arg] of call.args.entries()) {
    const target = targetOf(arg, call.args[index + 1], intoFolder.test(call.name))
    const finding = target && writeFinding(target, call.ground)
    if (finding && finding.rule !== "dynamic-path") findings.push(finding)
  }
  return findings
}

function targetOf(arg: Arg, next: Arg | undefined, hasFolder: boolean): Arg | undefined {
  const { value } = arg
  if (names.test(value) || (hasFolder && value === "-d")) return next
  const equals = value.indexOf("=")
  if (equals > 0 && (names.test(value.slice(0, equals)) || /^--\w+_out$/.test(value.slice(0, equals))))
    return { ...arg, value: value.slice(equals + 1) }
  // `-o/etc/x`, and what a compiler hands on to the linker: `-Wl,-o,/etc/x`.
  const stuck = /^-o([./~$].*)$/s.exec(value)?.[1] ?? /^-W[a-z],.*?(?:-o|-Map)[,=]([^,]+)/s.exec(value)?.[1]
  return stuck === undefined ? undefined : { ...arg, value: stuck }
}
