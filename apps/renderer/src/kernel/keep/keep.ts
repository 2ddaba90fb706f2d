/** Where a screen keeps what it needs again after a restart: the browser's storage, or a map in tests. */
export type Keep = Pick<Storage, "getItem" | "setItem" | "removeItem">
