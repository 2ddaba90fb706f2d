import type { KeyProtection } from "@kibitz/contract"
import type { Secrets } from "@kibitz/ports"

export function memorySecrets(options: { key?: string; protection?: KeyProtection } = {}): Secrets {
  const protection = options.protection ?? "os"
  let key = options.key ?? null
  return {
    protection: () => protection,
    read: () => (key === null ? null : { key, encrypted: protection === "os" }),
    write(offered) {
      if (protection === "none") throw new Error("this shell keeps no keys")
      key = offered
    },
    forget() {
      key = null
    },
  }
}
