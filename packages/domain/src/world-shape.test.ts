// Holds the number of the world's shape to the schema it stands for. Hashed here and not at the start, where it would take time.
import { WorldSnapshot } from "@kibitz/contract"
import { expect, test } from "vitest"
import { hashOf } from "./kernel/hash.ts"
import { SHAPE } from "./world-shape.ts"

/** Change both together. */
const pinned = { shape: 14, hash: 2_899_484_726 }

test("the schema of the world is the one that SHAPE was raised for", () => {
  const hash = hashOf(JSON.stringify(WorldSnapshot.toJSONSchema()))
  expect({ shape: SHAPE, hash }, "the world's shape changed: raise SHAPE and update this hash").toEqual(pinned)
})
