import { defineConfig } from "drizzle-kit"

// `drizzle-kit generate` writes the difference between the schema and the last migration. Migrations that have been released are
// never edited: a journal counts how many of them it has had.
export default defineConfig({
  dialect: "sqlite",
  schema: "./packages/adapters/sqlite/src/schema.ts",
  out: "./resources/migrations",
})
