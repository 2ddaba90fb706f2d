export { jsonSearch, type SearchHit, type SearchProvider } from "./search.ts"
export { type WebToolsOptions, webTools } from "./tools.ts"
