// Owns: programs that change files, and those that destroy them (T6).
import { type Call, entries, has, type Raise, type Spec, valuesOf } from "../program.ts"
import type { Finding } from "../types.ts"
import { placeOf } from "../where.ts"
import { literalArg } from "../words.ts"

const edits = (because: string): Spec => ({ class: "edit", because })
const destroys = (because: string): Raise => ({ class: "destructive", rule: "destructive", because })
const destruction = (because: string): Finding => ({ class: "destructive", rule: "destructive", because })
const runs = (what: string): Raise => ({ class: "any", rule: "runs-program", because: `runs ${what}` })

export const writingPrograms: Record<string, Spec> = {
  mkdir: { ...edits("makes folders"), operands: "write", takes: "-m --mode -Z", look: worldWritable },
  touch: { ...edits("makes files or changes their times"), operands: "write", takes: "-d --date -r --reference -t" },
  rmdir: { ...edits("removes empty folders"), operands: "write" },
  tee: { ...edits("writes what it reads"), operands: "write" },
  mktemp: { ...edits("makes a temporary file"), operands: "write", takes: "--suffix", writesTo: "-p --tmpdir" },
  cp: { ...edits("copies"), operands: "last", writesTo: "-t --target-directory", takes: "-S --suffix", look: emptied },
  install: {
    ...edits("copies"),
    operands: "last",
    writesTo: "-t --target-directory",
    takes: "-m -o -g -S",
    options: { "--strip-program": runs("a program") },
    look: (call) => (has(call.words, "-d", "--directory") ? call.inner([literalArg("tee"), ...call.words.operands]) : null),
  },
  ln: { ...edits("links"), operands: "last", writesTo: "-t --target-directory", takes: "-S" },
  mv: { ...edits("moves"), operands: "write", writesTo: "-t --target-directory", takes: "-S --suffix", look: movedAway },
  rename: {
    ...edits("renames"),
    operands: "pattern",
    look: () => ({ class: "any", rule: "runs-program", because: "renames by a program" }),
  },
  rm: { ...edits("deletes files"), operands: "write", look: removal },
  unlink: { ...edits("deletes a file"), operands: "write" },
  shred: { ...destroys("overwrites files so that they cannot be recovered"), operands: "write" },
  truncate: { ...destroys("cuts files off"), operands: "write", takes: "-s --size -r --reference" },
  dd: { ...edits("copies raw data"), operands: "text", look: rawCopy },
  fallocate: {
    ...edits("reserves space"),
    operands: "write",
    takes: "-l -o",
    options: { "-p": destroys("punches holes into a file"), "-z": destroys("zeroes a file"), "-c": destroys("cuts a file") },
  },
  chmod: { ...edits("changes permissions"), operands: "write", look: permissions, takes: "--reference" },
  ...entries("chown chgrp", {
    ...edits("changes owners"),
    class: "any",
    operands: "pattern",
    options: {
      "-R": destroys("changes the owner of a whole tree"),
      "--recursive": destroys("changes the owner of a whole tree"),
    },
  }),
  patch: {
    ...edits("applies a patch"),
    operands: "write",
    takes: "-p -i --input",
    writesTo: "-o --output -d --directory",
    options: { "--ed": runs("an editor script") },
  },
  ...entries("split csplit", {
    ...edits("writes parts"),
    options: { "--filter": runs("a program for every part") },
    takes: "-b -l -n -a",
    look: splitPrefix,
  }),
  ...entries("gzip gunzip bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 compress uncompress", {
    ...edits("packs or unpacks files in place"),
    operands: "write",
    takes: "-S --suffix -T",
    writesTo: "-o",
  }),
  tar: {
    ...edits("packs or unpacks"),
    takes: "-b -H -f --file",
    writesTo: "-C --directory -g --listed-incremental --index-file --volno-file",
    look: archive,
    options: tarRuns(),
  },
  unzip: { ...edits("unpacks"), writesTo: "-d", takes: "-x -P" },
  zip: {
    ...edits("packs"),
    operands: "read",
    takes: "-P -x -i",
    options: { "-T": runs("a test command"), "-TT": runs("a test command"), "-m": destroys("deletes what it packs") },
    look: firstIsWritten,
  },
  ...entries("7z 7za 7zz", {
    ...edits("packs or unpacks"),
    look: (call) => (call.args[0]?.value === "d" ? destruction("deletes from an archive") : null),
  }),
  ...entries(
    "dos2unix unix2dos gofmt gofumpt goimports rustfmt clang-format shfmt black isort autopep8 yapf swiftformat ktlint taplo biome dprint stylua",
    {
      ...edits("formats files"),
      operands: "write",
      takes: "--config --config-path -style --style --line-length -l -i",
    },
  ),
  ruff: { ...edits("checks or formats files"), subcommands: { check: edits("checks files"), format: edits("formats files") } },
  ...entries("srm wipe rimraf trash trash-put del del-cli trash-cli", { ...destroys("deletes recursively"), operands: "write" }),
  ...entries(
    "mkfs mkfs.ext4 mkfs.xfs mkfs.vfat mke2fs fdisk parted wipefs mkswap swapon swapoff losetup blkdiscard hdparm diskutil",
    {
      class: "forbidden",
      rule: "system",
      because: "changes disks",
    },
  ),
}

/** Deleting what is named, one by one, can be undone from the snapshot; a tree or what a pattern finds is another matter. */
function removal(call: Call): Finding | null {
  if (has(call.words, "-r", "-R", "--recursive", "-d")) return destruction("deletes recursively")
  if (has(call.words, "--no-preserve-root")) return destruction("deletes from the root")
  if (call.args.some((arg) => arg.dynamic)) return destruction("deletes what is only known when it runs")
  if (call.words.operands.some((arg) => arg.glob)) return destruction("deletes whatever a pattern finds")
  return null
}

function movedAway(call: Call): Finding | null {
  return call.args.some((arg) => /^\/dev\/(null|zero|full)$/.test(arg.value)) ? destruction("moves files into nothing") : null
}

function emptied(call: Call): Finding | null {
  return call.words.operands.slice(0, -1).some((arg) => /^\/dev\/(null|zero|random|urandom)$/.test(arg.value))
    ? destruction("overwrites a file with nothing")
    : null
}

function rawCopy(call: Call): Finding[] {
  const findings: Finding[] = []
  for (const arg of call.args) {
    if (!arg.value.startsWith("of=")) continue
    const target = { ...arg, value: arg.value.slice(3) }
    findings.push(call.inner([literalArg("tee"), target]))
    if (placeOf(target, call.ground) !== "scratch") findings.push(destruction("overwrites a file with raw data"))
  }
  for (const arg of call.args) {
    if (arg.value.startsWith("if=")) findings.push(call.inner([literalArg("cat"), { ...arg, value: arg.value.slice(3) }]))
  }
  return findings
}

function permissions(call: Call): Finding[] {
  const findings: Finding[] = []
  // Clause by clause, and no longer than a clause can be: `[ugo]*[ao][ugo]*` takes its time with a long word.
  const clauses = call.args.flatMap((arg) =>
    arg.value
      .slice(0, 400)
      .split(",")
      .map((clause) => clause.slice(0, 32)),
  )
  const everyone = clauses.some((clause) =>
    /^(0*[0-7]?[0-7][0-7][2367]|[ugo]*[ao][ugo]*[+=][rxXst]*w[rwxXst]*|[+=][rxX]*w[rwxX]*)$/.test(clause),
  )
  if (everyone) findings.push(destruction("lets everybody write"))
  if (has(call.words, "-R", "--recursive")) findings.push(destruction("changes the permissions of a whole tree"))
  if (call.args.some((arg) => /^([2467][0-7]{3}|[ugoa]*[+=][rwx]*s)/.test(arg.value)))
    findings.push(destruction("makes a program run with its owner's rights"))
  return findings
}

function worldWritable(call: Call): Finding | null {
  const mode = call.words.options.find(({ name }) => name === "-m" || name.startsWith("--mode"))?.value?.value
  return mode && /[2367]$|o[+=].*w|a[+=].*w/.test(mode) ? destruction("makes a folder everybody may write to") : null
}

function splitPrefix(call: Call): Finding | null {
  const prefix = call.words.operands[1]
  return prefix ? call.inner([literalArg("tee"), prefix]) : null
}

function firstIsWritten(call: Call): Finding | null {
  const first = call.words.operands[0]
  return first && first.value !== "-" ? call.inner([literalArg("tee"), first]) : null
}

function tarRuns(): Record<string, Raise> {
  const options: Record<string, Raise> = {}
  for (const name of [
    "--to-command",
    "--checkpoint-action",
    "--use-compress-program",
    "-I",
    "--rsh-command",
    "--info-script",
    "--new-volume-script",
    "-F",
    "--rmt-command",
  ]) {
    options[name] = runs("a program")
  }
  options["--absolute-names"] = { class: "forbidden", rule: "workspace", because: "unpacks to absolute paths" }
  options["-P"] = options["--absolute-names"]
  options["--remove-files"] = destroys("deletes what it packs")
  options["--delete"] = destroys("deletes from an archive")
  options["--overwrite"] = { class: "edit", because: "overwrites" }
  return options
}

/** Old-style bundles (`tar xCf dir file`) have no dash, and their values follow in the order of their letters. */
function archive(call: Call): Finding[] {
  const first = call.args[0]
  const findings: Finding[] = []
  const bundle = first && !first.value.startsWith("-") && /^[A-Za-z]+$/.test(first.value) ? first.value : ""
  const letters = bundle + call.words.options.map(({ name }) => (/^-[A-Za-z]$/.test(name) ? name.slice(1) : "")).join("")
  if (/[PIF]/.test(bundle))
    findings.push({ class: "any", rule: "runs-program", because: "unpacks with a program or to absolute paths" })
  const creates = /[cruA]/.test(letters) || has(call.words, "--create", "--append", "--update", "--catenate", "--concatenate")
  const written = valuesOf(call.words, "--one-top-level")
  // Which letters take a value differs between programs: all that could be the folder or the archive count.
  const values = bundle.match(/[bfCHTXVgKLNIF]/g)?.length ?? 0
  if (creates || /[Cg]/.test(bundle)) written.push(...call.args.slice(1, 1 + values))
  if (creates) written.push(...valuesOf(call.words, "-f", "--file"))
  for (const arg of written) if (arg.value !== "-") findings.push(call.inner([literalArg("tee"), arg]))
  return findings
}
