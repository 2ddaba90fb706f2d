export { StorageFailure } from "@kibitz/ports"
export type { Surface } from "@kibitz/contract"
export { type HostConnection, tooLarge } from "./gateway.ts"
export { type Host, type HostOptions, openHost } from "./host.ts"
