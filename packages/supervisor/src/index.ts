export { type Engine, type EngineNeeds, startEngine } from "./engine.ts"
export type { ChannelSnapshot, Channels, Subscriber } from "./publish/channels.ts"
export { openStill, type Still } from "./still.ts"
export { type Outcome, type Supervisor, startSupervisor } from "./supervisor.ts"
