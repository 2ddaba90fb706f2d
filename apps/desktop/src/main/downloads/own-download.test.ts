import { expect, test } from "vitest"
import { isOwnBlob, saveName } from "./own-download.ts"

test("only what the page has made itself may be saved", () => {
  expect(isOwnBlob("blob:app://kibitz/0e8b2b1c-1f5a-4f0e-9d59-6c0c8f0a4b11")).toBe(true)
  for (const address of [
    "",
    "app://kibitz/index.html",
    "blob:app://other/1",
    "blob:app://kibitz.example/1",
    "blob:app://kibitz:80/1",
    "blob:app://name@kibitz/1",
    "blob:https://kibitz/1",
    "blob:null/1",
    "blob:",
    "blob:blob:app://kibitz/1",
    "data:text/plain,app://kibitz/",
    "https://example.org/blob:app://kibitz/1",
    "file:///etc/passwd",
  ])
    expect([address, isOwnBlob(address)]).toEqual([address, false])
})

test("the name offered is a plain one, of a text", () => {
  expect(saveName("kibitz-audit.jsonl")).toBe("kibitz-audit.jsonl")
  for (const name of ["run.sh", "../x.jsonl", "a/b.jsonl", ".jsonl", "x.jsonl.exe", "a\\b.jsonl", "x\u202elnosj.jsonl", ""])
    expect(saveName(name)).toBe("kibitz.jsonl")
})
