// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of a shell
import { computingMs } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { strictness } from "../types.ts"
import { readCommand } from "./read-command.ts"

describe("T3 T5 counting with text that does not stand in the command", () => {
  // With `a[$(touch PWN)]` in the file pay, most of these make PWN in bash 5.
  it.each([
    "read x < pay; echo $((x))",
    "x=$(cat pay); ((x))",
    "echo $(( $(cat pay) ))",
    "while read x; do ((x)); done < pay",
    "y='$'; x=\"a[$y(touch PWN)]\"; echo $((x))",
    "x=$'a[\\x24(touch PWN)]'; echo $((x))",
    "x=`cat pay`; echo $[x]",
    "read y < pay; x=y; echo $((x))",
    "read a5 < pay; y=a; z=5; x=$y$z; echo $((x))",
    "read a5 < pay; i=5; echo $((a$i))",
    "read < pay; echo $((REPLY))",
    "mapfile -t a < pay; echo $((a[0]))",
    "readarray a < pay; ((a))",
    "mapfile < pay; ((MAPFILE))",
    "builtin read x < pay; ((x))",
    "command read -r x < pay; ((x))",
    "read -ax < pay; ((x))",
    "read -rax < pay; ((x))",
    ': "$(cat pay)"; echo $((_))',
    "for x in $(cat pay); do ((x)); done",
    "for x in *; do ((x)); done",
    "set -- $(cat pay); echo $(($1))",
    'set -- "$(cat pay)"; for x; do ((x)); done',
    'f() { echo $(($1)); }; f "$(cat pay)"',
    'f() { local -i n=$1; }; f "$(cat pay)"',
    "f() { local -i n; n=$(cat pay); }; f",
    'f() { local "x=$(cat pay)"; echo $((x)); }; f',
    "x=$(cat pay); [[ x -eq 1 ]]",
    "x=$(cat pay); [[ $x -lt 1 ]]",
    "[[ $(cat pay) -gt 1 ]]",
    "x=$(cat pay); [[ -v $x ]]",
    'x=$(cat pay); test -v "$x"',
    'x=$(cat pay); [ -v "$x" ]',
    "x=$(cat pay); echo ${!x}",
    "x=$(cat pay); echo ${PATH:x:1}",
    "x=$(cat pay); echo ${PATH:0:$x}",
    "x=$(cat pay); echo ${a[x]}",
    "x=$(cat pay); a[x]=1",
    "x=$(cat pay); a=([x]=1)",
    "x=$(cat pay); let y=x",
    "x=$(cat pay); for ((i=x; i<1; i++)); do :; done",
    "for ((i=$(cat pay); i<1; i++)); do :; done",
    "bash -c 'echo $(($1))' _ \"$(cat pay)\"",
    "x=$(cat pay) bash -c '((x))'",
    "env x=\"$(cat pay)\" bash -c 'echo $((x))'",
    "eval 'read x < pay'; echo $((x))",
    "echo ${x:=$(cat pay)} $((x))",
    "[[ $(cat pay) =~ .* ]]; echo $((BASH_REMATCH))",
    'getopts a: o "$@"; echo $((o))',
    'getopts a: o -a "$(cat pay)"; echo $((OPTARG))',
    "exec {a[$(cat pay)]}>/tmp/f",
    "x=$(cat pay); exec {a[x]}>/tmp/f",
    'echo $(( a["$"(touch PWN)] ))',
    "echo $(( a[\\$(touch PWN)] ))",
    "x='\\'; echo $(( a[$x] ))",
    "x=1; echo $(( a[${x/1/'$(touch PWN)'}] ))",
    "x=q; y=${x/q/\\$(touch PWN)}; ((y))",
    'printf -vx %s "$(cat pay)"; ((x))',
    "cat pay | while IFS= read -r x; do echo $((x+1)); done",
    "x+=$(cat pay); ((x))",
    "select x in *; do ((x)); done",
    "p=PATH; (($p=5)); ls",
    "(( $(cat pay) ))",
    'echo "${a[$(cat pay)]}"',
    "sh -c 'read x; echo $((x))' < pay",
    "x=(1 $(cat pay)); ((x[1]))",
    "export_me=1; y=(a b); x=${y[@]}$(cat pay); ((x))",
    "if ((x)); then :; fi < <(read x); x=$(<pay); ((x))",
  ])("is at least build: %j", (command) => {
    expect(strictness(readCommand(command).class)).toBeGreaterThanOrEqual(strictness("build"))
  })

  it("says which part it is", () => {
    const { class: found, deciding } = readCommand("read x < pay; echo $((x + 1))")
    expect([found, deciding.rule, deciding.text]).toEqual(["build", "arithmetic-on-input", "$((x + 1))"])
  })

  it.each([
    "for i in 1 2 3; do echo $((i+1)); done",
    "i=0; ((i++))",
    "n=${#a}; echo $((n*2))",
    "echo $((2+3))",
    "echo $((RANDOM))",
    "echo $((SECONDS))",
    "echo $(($#))",
    "echo $((RANDOM % 10 + 1))",
    "for ((i=0; i<3; i++)); do echo $i; done",
    "for i in {1..10}; do echo $((i*2)); done",
    "i=0; while ((i < 3)); do i=$((i+1)); done",
    "n=0; while read -r line; do ((n++)); done < f; echo $n",
    "while read -r line; do n=$((n + ${#line})); done < f; echo $n",
    "x=$(cat f); echo ${#x} $(( ${#x} * 2 ))",
    'x=$(cat f); echo "${x:0:10}"',
    'x=$(cat f); [ "$x" -eq 3 ] && echo yes',
    "x=$(cat f); [[ $x == a ]] && echo yes",
    "x=$(cat f); [[ -v x ]] && echo yes",
    "a=(1 2 3); i=1; echo ${a[i]} ${a[$i]} ${a[@]} ${#a[@]} ${!a[@]}",
    "a=(1 2 3); echo $((a[0] + a[1]))",
    "[[ $# -eq 0 ]] && echo none",
    "[[ $? -eq 0 ]] && echo ok",
    "f() { echo $(($1 + 1)); }; f 3",
    "for v in HOME USER; do echo ${!v}; done",
    "x=y; y=3; echo $((x))",
    "start=$SECONDS; ls; echo $((SECONDS - start))",
    "echo $((16#ff)) $((0x1f)) $((10#08))",
    "x=010; echo $((10#$x))",
    "a=1; b=2; echo $(($a$b))",
    "a=-1; echo $(( -a * $a ))",
    "n=5; [[ $n -gt 3 && $n -le 10 ]] && echo ok",
    "i=0; a[i]=3; a[i+1]=4; a[$i]=2",
    "let i=1+2",
    'x=5; echo "$(( x > 3 ? 1 : 0 ))"',
    'echo "${x:-default}" $((y + 1))',
    "x=${1:-3}; echo $((x*2))",
    'read -r a b < f; echo "$a $b"; i=1; echo $((i+1))',
  ])("only reads: %j", (command) => {
    expect(readCommand(command).class).toBe("read")
  })

  const name = fc.constantFrom("a", "b", "c", "d", "e")
  const link = fc.constantFrom(
    (to: string, from: string) => `${to}=$${from}`,
    (to: string, from: string) => `${to}=${from}`,
    (to: string, from: string) => `${to}="\${${from}}"`,
    (to: string, from: string) => `${to}=\${${from}#x}`,
    (to: string, from: string) => `${to}=1$${from}`,
    (to: string, from: string) => `${to}=(1 $${from})`,
    (to: string, from: string) => `${to}=\${zz:-$${from}}`,
    (to: string, from: string) => `for ${to} in 1 $${from}; do :; done`,
    (to: string, from: string) => `: \${${to}:=$${from}}`,
  )
  const source = fc.constantFrom(
    (to: string) => `read ${to} < pay`,
    (to: string) => `${to}=$(cat pay)`,
    (to: string) => `${to}="\`cat pay\`"`,
    (to: string) => `mapfile ${to} < pay`,
    (to: string) => `for ${to} in *; do :; done`,
    (to: string) => `${to}='a[$'`,
  )
  const end = fc.constantFrom(
    (of: string) => `echo $((${of}))`,
    (of: string) => `((1 + $${of}))`,
    (of: string) => `[[ $${of} -eq 1 ]]`,
    (of: string) => `echo "\${zz:${of}}"`,
    (of: string) => `zz[${of}]=1`,
    (of: string) => `for ((;${of};)); do :; done`,
  )

  it("is found however the text got there, in whatever order it is written", () => {
    fc.assert(
      fc.property(
        source,
        fc.uniqueArray(name, { minLength: 1 }),
        fc.array(link, { minLength: 5, maxLength: 5 }),
        end,
        fc.constantFrom("; ", "\n", " && "),
        fc.boolean(),
        (from, names, links, to, glue, isLoop) => {
          const [first = "a"] = names
          const steps = names.slice(1).map((next, index) => links[index]?.(next, names[index] ?? "") ?? "")
          const written = [from(first), ...steps, to(names.at(-1) ?? first)]
          const command = isLoop ? `while :; do ${written.reverse().join("; ")}; done` : written.join(glue)
          expect([command, strictness(readCommand(command).class)]).toEqual([command, expect.any(Number)])
          expect(strictness(readCommand(command).class)).toBeGreaterThanOrEqual(strictness("build"))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it("T2 takes no time, however much is counted", () => {
    const times = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, index) => text(index))
    for (const command of [
      times(480, (index) => `x${index}=x${index + 1}; ((x${index}))`).join("; "),
      times(700, () => "x=$x; ((x))").join("; "),
      `echo ${"$((1+".repeat(40)}x${"))".repeat(40)}`,
      `x='${" ".repeat(190_000)}!'; ((x))`,
      `echo $((${"x".repeat(190_000)}))`,
      `echo $((${"$x".repeat(2_000)}))`,
      `read -${"a".repeat(190_000)}-`,
      `let '${"${x[".repeat(40_000)}'`,
    ]) {
      expect(computingMs(() => readCommand(command))).toBeLessThan(2_000)
    }
  })
})
