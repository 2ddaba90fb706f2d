import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Encryption, safeStorageSecrets } from "./safe-storage-secrets.ts"

let folder = ""
let file = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kibitz-secrets-"))
  file = join(folder, "key")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const KEY = "sk-test-0123456789"

/** Turns every byte round; refuses what another keychain has written. */
function keychain(backend?: string, mark = 1): Encryption {
  return {
    isEncryptionAvailable: () => true,
    ...(backend === undefined ? {} : { getSelectedStorageBackend: () => backend }),
    encryptString: (text) => Buffer.from([mark, ...Buffer.from(text).map((byte) => byte ^ 0xff)]),
    decryptString: (encrypted) => {
      if (encrypted[0] !== mark) throw new Error("another keychain wrote this")
      return Buffer.from(encrypted.subarray(1).map((byte) => byte ^ 0xff)).toString()
    },
  }
}
const noKeychain: Encryption = {
  isEncryptionAvailable: () => false,
  getSelectedStorageBackend: () => "basic_text",
  encryptString: () => {
    throw new Error("no keychain")
  },
  decryptString: () => {
    throw new Error("no keychain")
  },
}

test.each([undefined, "gnome_libsecret", "kwallet6"])("T17: with a keychain (%s) the file does not hold the key", (backend) => {
  const secrets = safeStorageSecrets(file, keychain(backend))
  expect(secrets.protection()).toBe("os")
  expect(secrets.read()).toBeNull()
  secrets.write(KEY)
  expect(secrets.read()).toEqual({ key: KEY, encrypted: true })
  expect(readFileSync(file, "utf8")).not.toContain(KEY)
})

test("T17: basic_text is not called protection, even where Electron says it can encrypt", () => {
  const secrets = safeStorageSecrets(file, keychain("basic_text"))
  expect(secrets.protection()).toBe("plain")
  secrets.write(KEY)
  expect(secrets.read()).toEqual({ key: KEY, encrypted: false })
})

test("T17: without a keychain the key is kept as it is, for this user alone, and says so", () => {
  const secrets = safeStorageSecrets(file, noKeychain)
  expect(secrets.protection()).toBe("plain")
  secrets.write(KEY)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(secrets.read()).toEqual({ key: KEY, encrypted: false })
})

test("a new key replaces the old one and leaves nothing beside it", () => {
  const secrets = safeStorageSecrets(file, keychain())
  writeFileSync(`${file}.new`, "left by a crash")
  secrets.write("sk-first-key")
  secrets.write(KEY)
  expect(secrets.read()?.key).toBe(KEY)
  expect(readdirSync(folder)).toEqual(["key"])
  secrets.forget()
  secrets.forget()
  expect(secrets.read()).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})

test("a key that another keychain has written cannot be read, and a new one can be given", () => {
  safeStorageSecrets(file, keychain("gnome_libsecret", 1)).write(KEY)
  const secrets = safeStorageSecrets(file, keychain("gnome_libsecret", 2))
  expect(secrets.read()).toBeNull()
  secrets.write("sk-another-key")
  expect(secrets.read()?.key).toBe("sk-another-key")
})

test.each(["", "{", "null", "7", '{"value":1,"encrypted":true}', '{"value":"x"}'])("a damaged file (%j) is no key", (text) => {
  writeFileSync(file, text)
  expect(safeStorageSecrets(file, keychain()).read()).toBeNull()
})

test("a key that cannot be written is an error, not a silence", () => {
  expect(() => safeStorageSecrets(join(folder, "gone", "key"), keychain()).write(KEY)).toThrow()
})
