// Owns: every number of the attention queue (ux 2.6 to 2.8). What the user can change is in settings.attention instead.

const MINUTE_MS = 60_000

/** By tier: minutes of waiting that give the full weight of age. */
export const AGE_CAP_MINUTES = [5, 20, 30, 60, 240] as const
/** By tier: minutes after which an item counts as one tier more urgent, once. Nothing is promoted into tier 0. */
export const PROMOTE_MINUTES = [null, null, 20, 30, 120] as const

export const WEIGHT = { fanout: 100, age: 60, deadline: 40, room: 20, pinned: 10 } as const
/** So many doublings of those who wait give the full weight: 63 agents. */
export const FANOUT_DOUBLINGS = 6
/** A deadline weighs more and more over its last so many milliseconds. */
export const DEADLINE_MS = 10 * MINUTE_MS
/** After an answer, what waits in the same room comes first for so long. */
export const SAME_ROOM_MS = 2 * MINUTE_MS
/** Looked at and left: last within its tier for so long. */
export const VISITED_MS = 90_000

/** After a press of the next-attention key, the order stands still for so long. */
export const FREEZE_MS = 4_000

/** Tomorrow begins at this hour. */
export const MORNING_HOUR = 8

/** Of what an agent wrote, a notice of the system shows so much. */
export const NOTICE_CHARACTERS = 80
/** How many agents a notice for several names. */
export const NOTICE_NAMES = 2
export const SOUND_EVERY_MS = 30_000
export const HOUR_MS = 60 * MINUTE_MS
