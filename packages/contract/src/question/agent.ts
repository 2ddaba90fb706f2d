import { z } from "zod"
import { ParkedQuestion } from "./state.ts"

export const QuestionsOfAgent = z.object({ asking: z.array(ParkedQuestion) })
export const noQuestions: z.infer<typeof QuestionsOfAgent> = { asking: [] }
