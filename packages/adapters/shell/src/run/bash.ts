/** The kernel takes no single argument of 128 kB or more. A character is at most three bytes per unit of a string. */
const LONGEST_PART = 40_000

/** A fresh bash that reads nothing but the command: no start-up files, no history. */
export function bashArguments(prelude: string, command: string): string[] {
  const options = ["--norc", "--noprofile", "-c"]
  if (command.length <= LONGEST_PART) return [...options, `${prelude}${command}`]
  const parts = inParts(command)
  const names = parts.map((_, index) => `\${${index + 1}}`).join("")
  return [...options, `${prelude}KIBITZ_COMMAND="${names}"; set --; eval "$KIBITZ_COMMAND"`, "bash", ...parts]
}

function inParts(command: string): string[] {
  const parts: string[] = []
  for (let at = 0; at < command.length; ) {
    let end = Math.min(command.length, at + LONGEST_PART)
    // Half a character would arrive as another one.
    if (end < command.length && (command.charCodeAt(end - 1) & 0xfc00) === 0xd800) end -= 1
    parts.push(command.slice(at, end))
    at = end
  }
  return parts
}
