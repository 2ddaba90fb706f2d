// Owns: what is built from what. Four bundles: the main process, its preload, the screen, the command line.
import { builtinModules } from "node:module"
import { join } from "node:path"
import type { InlineConfig } from "vite"
import { root } from "../setup/paths.mjs"
import { moduleList } from "./module-list.ts"

export type Target = { name: string; entry: string; output: string; config: InlineConfig }

const nodeModules = [...builtinModules, /^node:/]

/** Stay outside every bundle: Electron is the runtime, better-sqlite3 holds a native library that is found beside its package. */
export const runtimePackages = ["electron", "better-sqlite3"]

export const targets: readonly Target[] = [
  // CommonJS: an `import` of one of Node's own modules reads every name in it, and some of those load a library (a web socket, for one).
  nodeTarget("desktop", "apps/desktop/src/main/main.ts", "dist/desktop/main.cjs", "cjs"),
  preloadTarget("preload", "apps/desktop/src/preload/preload.ts", "dist/desktop/preload.cjs"),
  rendererTarget("renderer", "apps/renderer/index.html", "dist/renderer/index.html"),
  nodeTarget("cli", "apps/cli/src/kibitz.ts", "dist/cli/kibitz.js"),
]

function nodeTarget(name: string, entry: string, output: string, format: Kind["format"] = "es"): Target {
  return bundle(name, entry, output, { format, platform: "node", external: [...runtimePackages, ...nodeModules] })
}

/** A sandboxed preload has no ES modules and no packages: one CommonJS file that may require only electron. */
function preloadTarget(name: string, entry: string, output: string): Target {
  return bundle(name, entry, output, { format: "cjs", platform: "browser", external: ["electron"] })
}

type Kind = { format: "es" | "cjs"; platform: "node" | "browser"; external: (string | RegExp)[] }

function bundle(name: string, entry: string, output: string, kind: Kind): Target {
  const slash = output.lastIndexOf("/")
  const file = output.slice(slash + 1)
  const config: InlineConfig = {
    configFile: false,
    mode: "production",
    logLevel: "warn",
    publicDir: false,
    root,
    plugins: [moduleList(name)],
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: kind.platform === "node",
      target: "esnext",
      outDir: join(root, output.slice(0, slash)),
      // main.cjs and preload.cjs share a folder; build.ts empties dist once.
      emptyOutDir: false,
      minify: true,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, entry),
        platform: kind.platform,
        external: kind.external,
        output: {
          format: kind.format,
          entryFileNames: file,
          chunkFileNames: `[name]-[hash].${kind.format === "es" ? "js" : "cjs"}`,
          codeSplitting: kind.platform === "node",
        },
      },
    },
  }
  return { name, entry, output, config }
}

/** The screen brings its own Vite configuration; only what every build shares is laid over it. */
function rendererTarget(name: string, entry: string, output: string): Target {
  const folder = join(root, entry.slice(0, entry.lastIndexOf("/")))
  const config: InlineConfig = {
    configFile: join(folder, "vite.config.ts"),
    configLoader: "native",
    root: folder,
    mode: "production",
    logLevel: "warn",
    plugins: [moduleList(name)],
    build: { minify: true, sourcemap: false, reportCompressedSize: false },
  }
  return { name, entry, output, config }
}
