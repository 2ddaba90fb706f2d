import { expect, test } from "vitest"
import { readCommandLine } from "./command-line.ts"

const read = (line: string, environment: Record<string, string> = {}) =>
  readCommandLine(line.split(" ").filter(Boolean), { cwd: "/home/ada/project", environment })

test.each([
  ["", { run: "help" }],
  ["help", { run: "help" }],
  ["--help", { run: "help" }],
  ["rpc --help", { run: "help" }],
  ["restore", { run: "restore", dataDir: null }],
  ["restore --data-dir d", { run: "restore", dataDir: "/home/ada/project/d" }],
  ["version", { run: "version" }],
  ["--version", { run: "version" }],
  ["rpc", { run: "rpc", stay: false, dataDir: null, project: "/home/ada/project", seed: null, readOnly: false }],
  [
    "rpc --stay --data-dir d --project ../p",
    { run: "rpc", stay: true, dataDir: "/home/ada/project/d", project: "/home/ada/p", seed: null, readOnly: false },
  ],
  ["web", { run: "web", port: 0, dataDir: null, project: "/home/ada/project", seed: null, readOnly: false }],
  [
    "web --port=8080 --data-dir=/d",
    { run: "web", port: 8080, dataDir: "/d", project: "/home/ada/project", seed: null, readOnly: false },
  ],
  [
    "web --read-only --data-dir=/d",
    { run: "web", port: 0, dataDir: "/d", project: "/home/ada/project", seed: null, readOnly: true },
  ],
  [
    "web --data-dir=/d --ux-seed=200,4,20",
    { run: "web", port: 0, dataDir: "/d", project: "/home/ada/project", seed: "200,4,20", readOnly: false },
  ],
])("kibitz %s", (line, invocation) => {
  expect(read(line)).toEqual(invocation)
})

test("the environment names folders, the command line has the last word", () => {
  const environment = { KIBITZ_DATA_DIR: "/e/data", KIBITZ_PROJECT: "/e/project" }
  expect(read("rpc", environment)).toMatchObject({ dataDir: "/e/data", project: "/e/project" })
  expect(read("rpc --data-dir /d --project /p", environment)).toMatchObject({ dataDir: "/d", project: "/p" })
})

test.each([
  ["wbe", 'There is no command "wbe". Did you mean `kibitz web`?'],
  ["RPC", 'There is no command "RPC". Did you mean `kibitz rpc`?'],
  ["versoin", 'There is no command "versoin". Did you mean `kibitz version`?'],
  ["dance", 'There is no command "dance".'],
  ["rpc --data-dri x", "There is no option --data-dri. Did you mean --data-dir?"],
  ["rpc --port 1", "There is no option --port."],
  ["web -x", "There is no option -x."],
  ["web extra", '"extra" is one word too many.'],
  ["web --port 99999", '--port is a number from 0 to 65535, and "99999" is not. 0 takes any free one.'],
  ["web --port -1", "--port"],
  ["web --port 1e3", '--port is a number from 0 to 65535, and "1e3" is not. 0 takes any free one.'],
  ["rpc --data-dir", "--data-dir"],
  ["rpc --data-dir=", "--data-dir needs a folder."],
  ["rpc --stay=yes", "--stay"],
  ["web --read-onyl", "There is no option --read-onyl. Did you mean --read-only?"],
  ["web --data-dir=/d --ux-seed=3,2,1 --read-only", "--ux-seed writes invented agents, and --read-only writes nothing."],
  ["rpc --ux-seed=3,2,1", "--ux-seed fills a data folder with invented agents. Name an empty one of its own with --data-dir."],
])("kibitz %s is a mistake that is explained", (line, message) => {
  expect(read(line)).toMatchObject({ run: "mistake", message: expect.stringContaining(message) })
  expect(read(line)).toMatchObject({ message: expect.stringContaining("See `kibitz help`.") })
})
