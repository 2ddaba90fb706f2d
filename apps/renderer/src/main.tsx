import "./without-eval.ts"
import { transportFor } from "./bridge/connect.ts"
import { start } from "./start.tsx"

start(transportFor(window))
