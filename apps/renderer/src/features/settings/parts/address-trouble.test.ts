import { expect, test } from "vitest"
import { addressTrouble } from "./address-trouble.ts"

test("T18: an address is taken over https, or over http on this computer, and never with a password in it", () => {
  expect(["https://search.example.org/", "http://127.0.0.1:8888", "http://localhost:8080/x"].map(addressTrouble)).toEqual([
    null,
    null,
    null,
  ])
  for (const text of ["http://example.org/", "https://name:word@example.org/", "ftp://example.org/", "file:///etc/passwd"])
    expect(addressTrouble(text)).toContain("Use https, or http on this computer only")
  for (const text of ["example", "example.org/search", "https://"]) expect(addressTrouble(text)).toContain("not an address")
})
