// Owns: what an actor knows of itself, read from the system prompt of the request: its name, its assignment, its phase.

export type Self = {
  readonly name: string
  /** "the root agent of Kibitz" */
  readonly role: string
  /** null: it was given none, it is simply talked to. */
  readonly assignment: string | null
  readonly isPlanning: boolean
}

/** Who speaks when a request has no system prompt, as the tests of a client may send it. */
export const nobodySpecial: Self = { name: "Jake", role: "the root agent of Kibitz", assignment: null, isPlanning: false }

export function selfOf(system: string): Self {
  const [, name = nobodySpecial.name, role = nobodySpecial.role] = /^You are ([^,\n]{1,60}), ([^,.\n]{1,60})/mu.exec(system) ?? []
  return {
    name,
    role,
    assignment: assignmentIn(system),
    isPlanning: /^Planning: /mu.test(system),
  }
}

/** It stands quoted below a line that announces it. */
function assignmentIn(system: string): string | null {
  const lines = system.split("\n")
  const announced = lines.findIndex((line, index) => /\bassignment\b.*:$/iu.test(line) && isQuoted(lines[index + 1]))
  if (announced === -1) return null
  const quoted: string[] = []
  for (let index = announced + 1; isQuoted(lines[index]); index++) quoted.push((lines[index] as string).slice(2))
  return quoted.join("\n")
}

function isQuoted(line: string | undefined): boolean {
  return line?.startsWith("> ") === true
}
