export { loadScenarios, ScenarioError } from "./load.ts"
export { Scenario } from "./scenario.ts"
export { type Rehearsal, type RehearsalLog, type RehearsalOptions, startRehearsal } from "./server.ts"
