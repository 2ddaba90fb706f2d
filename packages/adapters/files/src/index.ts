export { type FileToolsOptions, fileTools } from "./tools.ts"
