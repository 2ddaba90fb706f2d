// Owns: the sentence that says why waiting messages are not taken, and how they go on.
export function holdCopy(agent: string, waiting: number, hasTrouble: boolean): string {
  const why = hasTrouble ? `${agent} could not go on.` : `${agent} was stopped.`
  const how = waiting === 1 ? "Send it now, or write to go on with it." : "Send one now, or write to go on with all of them."
  return `${why} ${how}`
}
