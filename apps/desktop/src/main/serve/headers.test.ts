import { expect, test } from "vitest"
import { contentSecurityPolicy, headersFor } from "./headers.ts"

test("1a-7: the policy allows our own files and nothing else", () => {
  const policy = Object.fromEntries(
    contentSecurityPolicy.split("; ").map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1)]),
  )
  expect(policy).toEqual({
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'none'"],
    "frame-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
  })
})

test("1a-7: every file carries the policy and is taken for what we say it is", () => {
  expect(headersFor("text/css")).toMatchObject({
    "Content-Type": "text/css",
    "Content-Security-Policy": contentSecurityPolicy,
    "X-Content-Type-Options": "nosniff",
  })
})

test("the page needs no process of its own at the start: nobody can open it, so there is no opener to be walled off from", () => {
  expect(headersFor("text/html")).not.toHaveProperty("Cross-Origin-Opener-Policy")
})
