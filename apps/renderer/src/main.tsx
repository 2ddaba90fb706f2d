import "./without-eval.ts"
import { start } from "./app/start.tsx"
import { transportFor } from "./kernel/bridge/connect.ts"

start(transportFor(window))
