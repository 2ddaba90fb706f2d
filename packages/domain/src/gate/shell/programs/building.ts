// Owns: programs that build, test and install. They run code of the project (T14): never less than `build`.
import { type Call, entries, has, type Raise, type Spec } from "../program.ts"
import type { Finding } from "../types.ts"
import { isInput } from "../where.ts"
import { cmakeFinding } from "./cmake.ts"
import { outputs } from "./outputs.ts"

const builds = (because: string, more: Partial<Spec> = {}): Spec => ({ class: "build", because, ...more })
/** Says where to put what it makes. */
const puts: Partial<Spec> = { look: outputs, dynamic: true }
const installs = (because: string, more: Partial<Spec> = {}): Spec => ({ class: "build", because, network: true, ...more })
const publishes = (because: string): Spec => ({ class: "destructive", rule: "destructive", because, network: true })
const beyond = (because: string): Spec => ({ class: "any", because, network: true, rule: "class-any" })
const reads = (because: string): Spec => ({ class: "read", because })
const globally: Raise = { class: "forbidden", rule: "workspace", because: "installs outside the project folder" }
const destruction = (because: string): Finding => ({ class: "destructive", rule: "destructive", because, network: true })

const nodeInstall: Spec = installs("installs packages", {
  options: { "-g": globally, "--global": globally, "--prefix": { class: "any", because: "installs elsewhere" } },
})
const nodeTool: Spec = {
  class: "build",
  because: "runs scripts of the project",
  takes: "--filter -w --workspace -C --dir --cwd --loglevel",
  writesTo: "--pack-destination",
  options: { "-g": globally, "--global": globally },
  look: everywhere,
  subcommands: {
    ...entries("install i ci add in isntall update up upgrade dedupe rebuild import fetch", nodeInstall),
    ...entries(
      "remove rm uninstall un unlink prune",
      installs("removes packages", { options: { "-g": globally, "--global": globally } }),
    ),
    ...entries("run run-script test t tst start stop restart build lint link", builds("runs scripts of the project")),
    ...entries(
      "ls list ll la outdated why explain view info show search root prefix bin fund audit doctor query help version-check",
      installs("asks about packages"),
    ),
    ...entries("exec x dlx create", { ...beyond("downloads and runs a package"), look: packageRun }),
    ...entries(
      "publish unpublish deprecate owner access dist-tag team org hook token profile",
      publishes("changes what is published"),
    ),
    ...entries("login logout adduser whoami", { class: "forbidden", rule: "secret", because: "works on the account" }),
    config: {
      class: "any",
      because: "changes settings",
      look: (call) =>
        call.args[0]?.value === "list" || call.args[0]?.value === "get"
          ? null
          : { class: "any", rule: "class-any", because: "changes settings" },
    },
    init: builds("makes package.json", {
      look: (call) =>
        call.words.operands.length > 0
          ? { class: "any", rule: "class-any", network: true, because: "downloads and runs a package" }
          : null,
    }),
    ...entries("workspace workspaces", builds("runs scripts of the project", { look: publishing })),
    version: builds("changes the version"),
    pack: builds("packs the project", puts),
    global: { ...globally },
    cache: beyond("works on the cache"),
    store: beyond("works on the store"),
    set: beyond("changes settings"),
    pkg: builds("changes package.json"),
    patch: builds("patches a package"),
    npm: { ...publishes("changes what is published") },
  },
}

export const buildingPrograms: Record<string, Spec> = {
  ...entries("npm pnpm yarn bun cnpm", nodeTool),
  ...entries("npx bunx pnpx", { ...installs("runs a tool of the project"), takes: "-p --package", look: localTool }),
  ...entries("uvx pipx", { ...beyond("downloads and runs a package"), look: packageRun }),
  ...entries(
    "tsc tsgo vitest jest mocha ava tap eslint prettier stylelint oxlint webpack vite rollup esbuild swc babel parcel turbo nx lerna playwright cypress rspec minitest phpunit pytest py.test tox nox mypy pyright pylint flake8 ctest ninja meson bazel buck2 pants scons rake just task mage sbt lein swift xcodebuild flutter dart javac kotlinc scalac gcc g++ cc c++ clang clang++ ld ar as rustc ghc stack cabal ocamlc dune zig nim crystal protoc qmake configure autoconf automake libtool pre-commit husky lint-staged wasm-pack tauri electron-builder next nuxt astro remix gulp grunt knip depcheck typedoc sphinx-build mkdocs pdflatex latexmk pandoc coverage hypothesis cargo-nextest golangci-lint staticcheck rubocop",
    builds("builds, tests or checks and runs code of the project", puts),
  ),
  cmake: { class: "read", because: "does what its options say", dynamic: true, look: cmakeFinding },
  ...entries(
    "make gmake",
    builds("runs the makefile", { takes: "-C -f -j -l -o -W --file --makefile --directory", look: makeTarget }),
  ),
  ...entries("gradle gradlew mvn mvnw ant", installs("builds", { look: deployTarget })),
  cargo: {
    class: "build",
    because: "builds",
    network: true,
    options: { "--config": { class: "any", because: "sets configuration that can run programs" } },
    subcommands: {
      ...entries(
        "build b check c test t bench run r doc d clippy fmt fix expand nextest metadata tree",
        builds("builds or tests", puts),
      ),
      ...entries("add remove update fetch vendor generate-lockfile", installs("changes dependencies")),
      clean: { class: "destructive", rule: "destructive", because: "deletes what was built" },
      install: { ...globally },
      uninstall: { ...globally },
      ...entries("publish yank owner", publishes("changes what is published")),
      ...entries("login logout", { class: "forbidden", rule: "secret", because: "works on the account" }),
      ...entries("init new", builds("makes a project", { operands: "write" })),
      search: beyond("asks the registry"),
    },
    otherwise: { class: "any", because: "runs a cargo command that is not known here", network: true },
  },
  go: {
    class: "build",
    because: "builds",
    subcommands: {
      ...entries(
        "build test vet list fmt doc tool",
        builds("builds or tests", {
          options: {
            "-exec": { class: "any", because: "runs a program" },
            "-toolexec": { class: "any", because: "runs a program" },
            "-vettool": { class: "any", because: "runs a program" },
          },
          writesTo:
            "-o --o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir --coverprofile --outputdir",
          singleDash: true,
        }),
      ),
      run: builds("builds and runs", {
        look: (call) =>
          call.args.some((arg) => /@/.test(arg.value)) ? (beyond("downloads and runs a package") as Finding) : null,
      }),
      generate: builds("runs the generators of the project"),
      ...entries("get mod work", installs("changes dependencies")),
      install: installs("installs"),
      version: reads("prints the version"),
      env: {
        class: "read",
        because: "prints settings",
        options: { "-w": { class: "forbidden", rule: "workspace", because: "changes settings outside the project folder" } },
      },
      clean: {
        class: "build",
        because: "cleans",
        options: {
          "-modcache": { class: "destructive", rule: "destructive", because: "deletes all downloaded modules" },
          "-cache": { class: "destructive", rule: "destructive", because: "deletes the cache" },
        },
        singleDash: true,
      },
    },
    otherwise: { class: "any", because: "runs a go command that is not known here", network: true },
  },
  ...entries("pip pip3", {
    class: "build",
    because: "installs packages",
    network: true,
    subcommands: {
      ...entries(
        "install download wheel",
        installs("installs packages", { options: { "--target": { class: "any", because: "installs elsewhere" } } }),
      ),
      uninstall: installs("removes packages"),
      ...entries("list show freeze check", reads("lists packages")),
    },
    otherwise: { class: "any", because: "runs a pip command that is not known here", network: true },
  }),
  ...entries(
    "poetry uv pipenv pdm hatch rye conda mamba bundle gem composer mix rebar3 pod carthage dotnet nuget opam luarocks",
    {
      ...installs("builds or installs"),
      subcommands: {
        ...entries("publish push yank", publishes("changes what is published")),
        ...entries("login logout signin signout", { class: "forbidden", rule: "secret", because: "works on the account" }),
        ...entries("tool x", beyond("downloads and runs a package")),
        "hex.publish": publishes("changes what is published"),
        trunk: publishes("changes what is published"),
      },
      otherwise: { class: "build", because: "builds or installs", network: true },
    },
  ),
  ...entries("lerna changeset semantic-release release-it np standard-version goreleaser twine flit", {
    ...publishes("releases"),
    look: (call) =>
      call.args.length === 1 && ["version", "add", "status"].includes(call.args[0]?.value ?? "")
        ? null
        : destruction("releases or publishes"),
  }),
}

/** `npm i --location=global`. */
function everywhere(call: Call): Finding | null {
  const is = call.args.some(
    ({ value }, index) =>
      /^--?loc[a-z]*=global$/.test(value) || (/^--?loc[a-z]*$/.test(value) && call.args[index + 1]?.value === "global"),
  )
  return is ? { class: "forbidden", rule: "workspace", because: globally.because } : null
}

function publishing(call: Call): Finding | null {
  return call.args.some((arg) => arg.value === "publish" || arg.value === "npm") ? destruction("changes what is published") : null
}

const knownTool =
  /^(tsc|tsx|vitest|jest|mocha|ava|eslint|prettier|stylelint|oxlint|biome|webpack|vite|rollup|esbuild|babel|turbo|nx|playwright|cypress|next|nuxt|astro|knip|typedoc|husky|lint-staged)$/

/** npx takes a tool that is installed from the project; by an unknown name or with a version it downloads one (T32). */
function localTool(call: Call): Finding {
  const [tool] = call.words.operands
  if (tool && knownTool.test(tool.value) && !has(call.words, "-p", "--package", "-c", "--call"))
    return call.inner(call.words.operands)
  return packageRun(call) ?? { class: "any", rule: "class-any", network: true, because: "downloads and runs a package" }
}

/** What a package that is run by name is known to do. */
function packageRun(call: Call): Finding | null {
  const name = (call.words.operands[0]?.value ?? "").replace(/(?!^)@.*$/, "")
  if (/^(rimraf|del-cli|del|trash-cli|trash|shx|rm-cli|premove)$/.test(name)) return destruction("deletes recursively")
  if (
    /^(vercel|netlify-cli|netlify|wrangler|firebase-tools|firebase|serverless|sst|gh-pages|surge|heroku|eas-cli|np|semantic-release|lerna|changeset|@changesets\/cli|cdk|aws-cdk|pulumi|fly|amplify)$/.test(
      name,
    )
  ) {
    return destruction("deploys or publishes")
  }
  return null
}

function makeTarget(call: Call): Finding[] {
  const findings: Finding[] = []
  for (const operand of call.words.operands) {
    if (/^(clean|distclean|mrproper|clobber|purge|nuke|wipe|reset)/.test(operand.value))
      findings.push(destruction("deletes what was built"))
    if (/^(deploy|publish|release|upload|push|destroy)/.test(operand.value)) findings.push(destruction("deploys or publishes"))
    if (/^(install|uninstall)/.test(operand.value))
      findings.push({ class: "any", rule: "class-any", because: "installs on this machine" })
    if (/^SHELL=|^\.SHELLFLAGS=|--eval/.test(operand.value))
      findings.push({ class: "any", rule: "runs-program", because: "runs recipes with another shell" })
  }
  if (has(call.words, "--eval", "-E"))
    findings.push({ class: "any", rule: "runs-program", because: "runs a recipe given on the command line" })
  if (
    has(call.words, "-f", "--file", "--makefile") &&
    call.words.options.some(({ value }) => value !== null && (value.value === "-" || isInput(value.value)))
  ) {
    findings.push({ class: "unknown", rule: "runs-input", because: "runs recipes from its input" })
  }
  return findings
}

function deployTarget(call: Call): Finding | null {
  return call.args.some((arg) => /^:?(deploy|publish|release|upload|site-deploy)|:(publish|deploy|upload)/i.test(arg.value))
    ? destruction("deploys or publishes")
    : null
}
