import { join } from "node:path"

export const root = join(import.meta.dirname, "..")
export const resourcesDir = join(root, "resources")
export const migrationsDir = join(resourcesDir, "migrations")
