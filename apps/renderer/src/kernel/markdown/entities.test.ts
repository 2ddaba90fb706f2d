import { expect, test } from "vitest"
import { decodeEntities } from "./entities.ts"

test("character references become characters, everything else stays", () => {
  expect(decodeEntities("a &amp; b &lt;i&gt; &#8594; &#x2192; &nope; &amp;lt; & b")).toBe("a & b <i> → → &nope; &lt; & b")
})

test("a reference to no character is a replacement mark, and names of the prototype are nothing", () => {
  expect(decodeEntities("&#0; &#xD800; &#1114112; &toString; &constructor;")).toBe(
    "\ufffd \ufffd \ufffd &toString; &constructor;",
  )
})
