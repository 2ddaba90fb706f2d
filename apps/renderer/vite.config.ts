import { fileURLToPath } from "node:url"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here("./"),
  base: "./",
  plugins: [react()],
  worker: { format: "es" },
  build: {
    outDir: here("../../dist/renderer"),
    emptyOutDir: true,
    target: "chrome140",
    // An inlined asset would be a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_100,
    // What the first page needs is one file: each further one is a question to the main process, in the time in which that opens the host.
    // The vocabulary is another one: it is asked for whole, when the first agent works.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first-page", tags: ["$initial"] },
            { name: "cogitation", test: /resources\/cogitation\// },
          ],
        },
      },
    },
  },
})
