import { expect, test } from "vitest"
import { cookieValues, isOurOrigin, ourHost } from "./guard.ts"

test.each([
  [["127.0.0.1:8080"], "127.0.0.1:8080"],
  [["localhost:8080"], "localhost:8080"],
  [undefined, null],
  [[], null],
  [["127.0.0.1"], null],
  [["127.0.0.1:80"], null],
  [["127.0.0.1:8080:8080"], null],
  [["127.0.0.1:08080"], null],
  [["127.0.0.2:8080"], null],
  [["127.1:8080"], null],
  [["[::1]:8080"], null],
  [["LOCALHOST:8080"], null],
  [["localhost.:8080"], null],
  [["localhost.evil.example:8080"], null],
  [["evil.example:8080"], null],
  [["evil.example@127.0.0.1:8080"], null],
  [["127.0.0.1:8080", "127.0.0.1:8080"], null],
  [["127.0.0.1:8080", "evil.example"], null],
])("Host %o is %o (T19: DNS rebinding)", (hosts, known) => {
  expect(ourHost(hosts, 8080)).toBe(known)
})

test.each([
  [["http://127.0.0.1:8080"], true],
  [["http://localhost:8080"], false],
  [["https://127.0.0.1:8080"], false],
  [["http://127.0.0.1:8081"], false],
  [["http://127.0.0.1:8080/"], false],
  [["http://127.0.0.1:8080.evil.example"], false],
  [["null"], false],
  [[""], false],
  [["http://evil.example"], false],
  [["http://127.0.0.1:8080", "http://evil.example"], false],
  [undefined, false],
])("Origin %o for 127.0.0.1:8080: %o", (origins, ours) => {
  expect(isOurOrigin(origins, "127.0.0.1:8080")).toBe(ours)
})

test.each([
  [undefined, []],
  ["", []],
  ["kibitz-1=abc", ["abc"]],
  ["a=b; kibitz-1=abc;c=d", ["abc"]],
  ["kibitz-1=planted; kibitz-1=abc", ["planted", "abc"]],
  ["kibitz-12=abc; xkibitz-1=abc; kibitz-1", []],
])("Cookie %o holds %o", (header, values) => {
  expect(cookieValues(header, "kibitz-1")).toEqual(values)
})
