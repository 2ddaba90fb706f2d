export type { Credentials } from "./client.ts"
export { type AnthropicModel, type AnthropicOptions, anthropicModel } from "./model.ts"
