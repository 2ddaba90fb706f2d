/** What is inside the app, by its makers' licences. The full texts travel with the packages. */
export const licences: readonly { readonly name: string; readonly licence: string }[] = [
  { name: "@anthropic-ai/sdk", licence: "Apache-2.0" },
  { name: "better-sqlite3", licence: "MIT" },
  { name: "drizzle-orm", licence: "Apache-2.0" },
  { name: "electron", licence: "MIT" },
  { name: "lucide-react", licence: "ISC" },
  { name: "marked", licence: "MIT" },
  { name: "react", licence: "MIT" },
  { name: "shiki", licence: "MIT" },
  { name: "virtua", licence: "MIT" },
  { name: "ws", licence: "MIT" },
  { name: "xstate", licence: "MIT" },
  { name: "zod", licence: "MIT" },
  { name: "zustand", licence: "MIT" },
]
