// Owns: the one file in which the provider's key rests, and how it is protected (T17). Does not own: asking for consent (host).
// The key is encrypted by the system's keychain; where there is none, it is kept as it is, and says so to whoever asks.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs"
import type { HostOptions } from "@kibitz/host"

export type Secrets = NonNullable<HostOptions["secrets"]>

/** The part of Electron's safeStorage that is used here. */
export type Encryption = {
  isEncryptionAvailable(): boolean
  /** Linux only. */
  getSelectedStorageBackend?(): string
  encryptString(text: string): Buffer
  decryptString(encrypted: Buffer): string
}

type Kept = { readonly encrypted: boolean; readonly value: string }

export function safeStorageSecrets(file: string, encryption: Encryption): Secrets {
  // Asking the keychain can take a round trip to another process; the answer does not change while the app runs.
  let known: "os" | "plain" | null = null
  const protection = () => {
    known ??= keychainEncrypts(encryption) ? "os" : "plain"
    return known
  }
  return {
    protection,
    read() {
      const kept = readKept(file)
      if (!kept) return null
      if (!kept.encrypted) return { key: kept.value, encrypted: false }
      try {
        return { key: encryption.decryptString(Buffer.from(kept.value, "base64")), encrypted: true }
      } catch {
        // The keychain was reset or belongs to another login. The key has to be given again; keeping the file harms nobody.
        return null
      }
    },
    write(key) {
      const encrypted = protection() === "os"
      const value = encrypted ? encryption.encryptString(key).toString("base64") : key
      replaceFile(file, JSON.stringify({ encrypted, value } satisfies Kept))
    },
    forget() {
      rmSync(file, { force: true })
    },
  }
}

/** `basic_text` encrypts with a password that is in Chromium's source: that is plain text with extra steps. */
function keychainEncrypts(encryption: Encryption): boolean {
  return encryption.isEncryptionAvailable() && encryption.getSelectedStorageBackend?.() !== "basic_text"
}

function readKept(file: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"))
    if (typeof kept !== "object" || kept === null || !("value" in kept) || !("encrypted" in kept)) return null
    return typeof kept.value === "string" && typeof kept.encrypted === "boolean"
      ? { encrypted: kept.encrypted, value: kept.value }
      : null
  } catch {
    return null
  }
}

/** The old key or the new one, never half of either, and at no moment readable by others. */
function replaceFile(file: string, text: string): void {
  const fresh = `${file}.new`
  rmSync(fresh, { force: true })
  const handle = openSync(fresh, "wx", 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(fresh, file)
}
