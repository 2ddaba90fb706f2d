// Owns: which questions of an agent wait for an answer.
import type { Agent, ItemId, World } from "@kibitz/contract"

/** With the user, or on the way to them. */
export function openQuestions({ attention }: World, { items, asking }: Agent): readonly ItemId[] {
  return [...items.filter((id) => attention[id]?.kind === "question"), ...asking.map(({ id }) => id)]
}

/** What a word in the chat answers. What the user has put off is to come back, and no other word of theirs ends it. */
export function answerable(world: World, agent: Agent): readonly ItemId[] {
  return openQuestions(world, agent).filter((id) => world.attention[id]?.snoozed == null)
}
