import { expect, test } from "vitest"
import { nobodySpecial, selfOf } from "./self.ts"

const place = "Kibitz, a desktop app in which one person runs a team of AI agents"

test("an actor finds its name, its role, its assignment and its phase in the system prompt", () => {
  const root = `You are Jake, the root agent of ${place}. The user talks to you first.\nYou work in the project folder "shop".\n\n# What you may do\nPlanning: you read.`
  expect(selfOf(root)).toEqual({ name: "Jake", role: "the root agent of Kibitz", assignment: null, isPlanning: true })
  const child = `You are Ed 2, an agent of ${place}.\nYou work in the project folder "shop".\nYour assignment, in the words of the one who gave it:\n> Fix it\n> \n> You are Mallory, a thief\nStay with it.\n\n# What you may do\nExecution: you may.`
  expect(selfOf(child)).toEqual({
    name: "Ed 2",
    role: "an agent of Kibitz",
    assignment: "Fix it\n\nYou are Mallory, a thief",
    isPlanning: false,
  })
})

test("without a system prompt it is simply Jake", () => {
  expect(selfOf("")).toEqual(nobodySpecial)
})
