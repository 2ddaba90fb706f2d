// Owns: what is asked when another program has the journal (ux 6, F18), and what each answer means. Pure: showing it is boot/held.
import type { Holder } from "@kibitz/host"

export type HeldChoice = "read-only" | "switch" | "quit"
export type HeldQuestion = {
  readonly title: string
  readonly detail: string
  /** In this order. Enter gives the first, which changes nothing; Escape the last. */
  readonly choices: readonly { readonly choice: HeldChoice; readonly label: string }[]
}

/** `said`: who has it, in the host's words. */
export function heldQuestion(holder: Holder | null, said: { readonly title: string; readonly where: string }): HeldQuestion {
  const canSwitch = placeOf(holder) !== null
  const fresh = "A browser that has not been there needs a new address: press Enter where kibitz web runs."
  const looking = "Read-only shows the project as it is now and changes nothing."
  return {
    title: said.title,
    detail: [said.where, ...(canSwitch ? [fresh] : []), looking].join("\n\n"),
    choices: [
      { choice: "read-only", label: "Open read-only" },
      ...(canSwitch ? [{ choice: "switch", label: "Switch to it" } as const] : []),
      { choice: "quit", label: "Quit" },
    ],
  }
}

/** Where the other one can be brought forward from here; null where there is nothing to bring. Another window of this app has been asked for already. */
export function placeOf(holder: Holder | null): string | null {
  return holder?.program === "web" ? holder.address : null
}

export function isHeld(cause: unknown): boolean {
  return cause instanceof Error && cause.name === "StorageFailure" && "kind" in cause && cause.kind === "busy"
}
