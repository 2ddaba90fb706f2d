// The need: to keep the provider's key where the system keeps keys.
import type { KeyProtection } from "@kibitz/contract"

export interface Secrets {
  protection(): KeyProtection
  /** null when there is none or it cannot be read any more. */
  read(): { readonly key: string; readonly encrypted: boolean } | null
  /** Throws if it cannot be written. */
  write(key: string): void
  forget(): void
}
