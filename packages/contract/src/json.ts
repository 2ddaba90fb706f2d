import { z } from "zod"

/** Anything JSON can hold. Used where the model or a tool decides the shape. */
export const Json = z.json()
export type Json = z.infer<typeof Json>

/** Keys that would reach an object's prototype when merged are refused wherever a caller names the keys. */
export const JsonObject = z.record(
  z.string().refine((key) => key !== "__proto__" && key !== "constructor" && key !== "prototype", "that key is not allowed"),
  Json,
)
export type JsonObject = z.infer<typeof JsonObject>
