import "../src/without-eval.ts"
import { start } from "../src/start.tsx"
import { scenes } from "./scenes.ts"
import { stageHost } from "./stage-host.ts"

const scene = new URLSearchParams(location.search).get("scene") ?? "empty"
localStorage.clear()
start(stageHost(scenes[scene] ?? (() => {})))
