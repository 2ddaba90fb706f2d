import type { Sandbox } from "@kibitz/ports"

/** Says why commands cannot be confined here and what would help. Saying so is the whole of it: never silently without (T36). */
export function noSandbox(because: string, remedy: string): Sandbox {
  return {
    probe: async () => ({ state: "off", name: "none", because, remedy }),
    wrap: () => null,
  }
}
