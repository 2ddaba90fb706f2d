export { type FileCapability, type FileToolsOptions, fileCapabilities, fileTools } from "./tools.ts"
