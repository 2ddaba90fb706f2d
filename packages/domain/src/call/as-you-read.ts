// Owns: the reasons a model is given, as the user reads them: the user is "you" there, the agent is not, and advice to the agent is left out.

export function saidNo(why: string): string {
  return why.trim() === "" ? "The user said no." : `The user said no: ${why.trim()}`
}

export const keptInPlanning = "The user keeps you in planning. Plan without it."

const readings: readonly (readonly [told: RegExp, read: string])[] = [
  [/^The user keeps you in planning\. Plan without it\.$/, "You kept it in planning."],
  [/^The user said no(?=[.:])/, "You said no"],
  [/^The user stopped this\b/, "You stopped this"],
  [/^You are going round in circles, or have had /, "It goes round in circles, or has had "],
  [/ was not made, and the user was told\.$/, " was not made, and you were told."],
  [/^(\d+) of your requests wait for the user already\..*$/, "$1 of its requests wait for you already."],
  [
    / \/execute, which only the user can type, switches this agent to execution; go on planning\.$/,
    " /execute switches this agent to execution.",
  ],
  [/ Work without it, or ask the user for what you need to know\.$/, ""],
  [/ whatever the profile; find another way\.$/, " whatever the profile."],
  [/ Nobody is there to be asked, so it is refused; .*$/, " Nobody was there to be asked, so it was refused."],
]

/** `name`: of the agent it is about, where that is known. */
export function asYouRead(because: string, name?: string): string {
  const read = readings.reduce((text, [told, instead]) => text.replace(told, instead), because)
  return name === undefined ? read : read.replace("/execute switches this agent", () => `/execute switches ${name}`)
}
