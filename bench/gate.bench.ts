// The gate is asked before every call: what it costs for ordinary commands, and what the worst of hostile ones can make it cost (T2).
import { type Access, judge } from "@kibitz/domain"
import { type Benchmark, median, percentile } from "./harness.ts"

const ORDINARY_LIMIT_MS = 1
const HOSTILE_LIMIT_MS = 50
const RUNS = 5
const ROUNDS = 200
const HOSTILE_ROUNDS = 15

const access: Access = {
  phase: "execution",
  profile: "trusted",
  runControl: "autonomous",
  attended: true,
  sandboxed: true,
  planningNetwork: true,
  tainted: false,
  grants: [],
}

const ordinary = [
  "ls -la src",
  "git status --short",
  "git diff --stat HEAD~3",
  "npm test",
  "npm install jose@5",
  "grep -rn 'TODO' src | head -50",
  "rg -n 'function \\w+' packages --glob '*.ts'",
  "find . -name '*.ts' -not -path './node_modules/*' | xargs wc -l | sort -n | tail -20",
  "cd packages/domain && npx vitest run --reporter=dot 2>&1 | tail -40",
  "sed -n '1,80p' src/index.ts",
  'for f in src/*.ts; do echo "== $f"; head -5 "$f"; done',
  "cat > src/new.ts <<'EOF'\nexport const answer = 42\nexport function twice(x: number) { return x * 2 }\nEOF",
  "git add -A && git commit -m 'fix: the gate reads here-documents'",
  "python3 -c \"import json; print(json.load(open('package.json'))['version'])\"",
  "rm -rf dist && npm run build",
  "curl -fsSL https://example.org/install.sh | bash",
  "if [ -f package-lock.json ]; then npm ci; else npm install; fi",
  "docker compose up -d && docker compose logs --tail 20",
]

const fill = (text: string, size = 199_900) => text.repeat(Math.floor(size / text.length))
const hostile: Record<string, string> = {
  "200 kB of words": fill("a "),
  "200 kB of commands": fill("ls; "),
  "200 kB of quotes": fill('"a" '),
  "200 kB of substitutions": fill("$(ls) "),
  "200 kB in one word": fill("a"),
  "200 kB in a here-document": `cat > a.txt <<'E'\n${fill("some text if (a) { b }\n", 199_000)}E`,
  "200 kB given to a shell": `sh -c '${fill("ls; ", 199_000)}'`,
  "500 subshells": `${"(".repeat(500)}ls${")".repeat(500)}`,
  "500 substitutions": `${"$(".repeat(500)}ls${")".repeat(500)}`,
  "500 nested ifs": `${"if true; then ".repeat(500)}ls${"; fi".repeat(500)}`,
  "60 commands": `${"git status && ".repeat(60)}curl https://example.org`,
  "800 commands": `${"git log; ".repeat(800)}rm -rf x`,
  "2,400 words": `cat ${"~/.a*b ".repeat(2_400)}`,
  "14 evals": `${"eval ".repeat(14)}${"a ".repeat(2_000)}`,
  "12 wrappers": `${"env ".repeat(12)}ls ${"a ".repeat(2_400)}`,
  "folders and climbs": `${"cd a; ".repeat(8)}${"touch ../a/b; ".repeat(600)}`,
}

export const gateBenchmark: Benchmark = {
  name: "gate",
  run: async () => {
    for (let round = 0; round < 100; round++) for (const command of ordinary) timed(command)
    // The quietest of several runs: what else the machine does is not the gate's.
    const runs = Array.from({ length: RUNS }, () => {
      const samples: number[] = []
      for (let round = 0; round < ROUNDS; round++) for (const command of ordinary) samples.push(timed(command))
      return samples
    })
    const samples = runs.reduce((a, b) => (percentile(b, 0.99) < percentile(a, 0.99) ? b : a))
    const worst = Object.entries(hostile)
      .map(([name, command]) => ({ name, ms: median(Array.from({ length: HOSTILE_ROUNDS }, () => timed(command))) }))
      .reduce((a, b) => (b.ms > a.ms ? b : a))
    return [
      {
        name: "gate-ordinary-p99",
        value: percentile(samples, 0.99),
        limit: ORDINARY_LIMIT_MS,
        unit: "ms",
        target: 1,
        note: `${RUNS} runs of ${samples.length} judgements, ${ordinary.length} commands, median ${median(samples).toFixed(3)} ms`,
      },
      {
        name: "gate-hostile-worst",
        value: worst.ms,
        limit: HOSTILE_LIMIT_MS,
        unit: "ms",
        target: 1,
        note: `the slowest of ${Object.keys(hostile).length}: ${worst.name}`,
      },
    ]
  },
}

function timed(command: string): number {
  const from = performance.now()
  judge({ capability: "bash", input: { command }, access, workspace: "/home/someone/project" })
  return performance.now() - from
}
