export type { Surface } from "@kibitz/contract"
export { StorageFailure } from "@kibitz/ports"
export { type HostConnection, tooLarge } from "./gateway.ts"
export { type Host, type HostOptions, openHost } from "./host.ts"
