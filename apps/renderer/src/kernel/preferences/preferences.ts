// Owns: how this one screen is looked at and moved about in. These belong to the device, not to the project.

export type ScreenPreferences = {
  readonly density: "compact" | "comfortable"
  /** system: as the computer asks. */
  readonly motion: "system" | "reduced" | "full"
  /** auto: told apart by how it turns. */
  readonly wheel: "auto" | "mouse" | "trackpad"
  /** Of the one sound there is. */
  readonly volume: "soft" | "medium" | "full"
  /** What a screen reader hears of a reply: its sentences as they come, all of it at the end, or nothing. */
  readonly announce: "sentences" | "end" | "off"
}

export const usualPreferences: ScreenPreferences = {
  density: "compact",
  motion: "system",
  wheel: "auto",
  volume: "medium",
  announce: "sentences",
}
