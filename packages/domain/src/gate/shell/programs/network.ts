// Owns: programs that talk to other machines or change things there (T16), and tools that deploy.
import { type Call, entries, has, type Raise, type Spec } from "../program.ts"
import type { Finding } from "../types.ts"

const talks = (because: string, more: Partial<Spec> = {}): Spec => ({
  class: "any",
  rule: "network",
  network: true,
  because,
  ...more,
})
const destroys = (because: string): Raise => ({ class: "destructive", rule: "destructive", because, network: true })
const destruction = (because: string): Finding => ({ class: "destructive", rule: "destructive", because, network: true })

/** Words that change what others see. */
const harmful =
  /^(apply|deploy|destroy|delete|remove|rm|rb|terminate.*|delete-.*|drop|publish|release|promote|rollback|scale|drain|cordon|taint|replace|patch|sync|import|reset|purge|prune|down|kill|uninstall|upgrade|set|create-.*|put-.*|update-.*|state|up|merge|close|archive|transfer|submit|push|edit|exec|run-instances)$/

export const networkPrograms: Record<string, Spec> = {
  curl: talks("talks to another machine", {
    writesTo: "-o --output --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl",
    takes:
      "-X -H -d -A -e -u -F -T -x -m --request --header --data --data-raw --data-binary --url --max-time --user --form --connect-timeout --retry -w -b",
    look: upload,
  }),
  wget: talks("fetches from another machine", {
    writesTo: "-O --output-document -P --directory-prefix -o --output-file -a",
    takes: "-U --user-agent --header -t -T",
    look: upload,
    options: {
      "--use-askpass": { class: "any", because: "runs a program" },
      "-e": { class: "any", because: "sets options that can run programs" },
    },
  }),
  ...entries("http https xh httpie aria2c axel fetch lynx links w3m elinks", talks("talks to another machine")),
  ...entries(
    "ssh mosh telnet ftp sftp lftp nc ncat netcat socat scp rsh rlogin openssl ping ping6 traceroute tracepath mtr dig nslookup host whois nmap tcpdump arp websocat grpcurl mail sendmail mutt",
    talks("talks to another machine"),
  ),
  rsync: talks("copies, possibly to another machine", {
    operands: "last",
    takes: "-e --exclude --include --rsh",
    options: {
      "--delete": destroys("deletes what is not in the source"),
      "--delete-after": destroys("deletes what is not in the source"),
      "--delete-before": destroys("deletes"),
      "--delete-excluded": destroys("deletes"),
      "--remove-source-files": destroys("deletes the source"),
    },
    look: remoteTarget,
  }),
  ...entries("gh glab hub", talks("works on the code host", { look: codeHost })),
  ...entries(
    "kubectl oc helm helmfile k9s kustomize argocd flux terraform tofu terragrunt pulumi cdk aws gcloud gsutil bq az doctl linode-cli ibmcloud oci eksctl ansible ansible-playbook vault consul nomad packer",
    talks("works on infrastructure", { look: changesOthers }),
  ),
  ...entries(
    "vercel netlify wrangler firebase serverless sls sst heroku fly flyctl railway render surge gh-pages eas fastlane cap capistrano dpl amplify supabase now zeit up s3cmd",
    { ...destroys("deploys") },
  ),
  ...entries(
    "docker podman nerdctl docker-compose buildah",
    talks("runs containers, which reach beyond the sandbox", { look: containers }),
  ),
}

/** The body of a request that is a file is checked by name elsewhere; here what sends at all. */
function upload(call: Call): Finding | null {
  return call.args.some((arg) => /^file:/i.test(arg.value))
    ? { class: "any", rule: "outside-read", because: "reads a file by address", network: true }
    : null
}

function remoteTarget(call: Call): Finding | null {
  return has(call.words, "-e", "--rsh")
    ? { class: "any", rule: "runs-program", because: "runs a program to connect", network: true }
    : null
}

function changesOthers(call: Call): Finding | null {
  return call.args.slice(0, 16).some((arg) => harmful.test(arg.value) || arg.dynamic)
    ? destruction("changes infrastructure that others use")
    : null
}

const codeHostVerb = /^(delete|merge|close|archive|transfer|edit|rename|create|upload|run|lock|cancel|rerun|sync)$/

function codeHost(call: Call): Finding[] {
  const words = call.words.operands.slice(0, 6)
  const areas = new Set(words.map((word) => word.value))
  if (["auth", "secret", "ssh-key", "gpg-key"].some((area) => areas.has(area))) {
    return [{ class: "forbidden", rule: "secret", because: "works on the account's keys" }]
  }
  const findings: Finding[] = []
  if (areas.has("api") && has(call.words, "-X", "--method", "-f", "-F", "--input", "--field", "--raw-field")) {
    findings.push(destruction("changes things on the code host"))
  }
  if (words.some((word) => word.dynamic || codeHostVerb.test(word.value)))
    findings.push(destruction("changes what others see on the code host"))
  if (areas.has("alias") || areas.has("extension"))
    findings.push({ class: "any", rule: "runs-program", because: "runs extensions", network: true })
  return findings
}

function containers(call: Call): Finding[] {
  const words = call.args.map((arg) => arg.value)
  const findings: Finding[] = []
  if (words.some((word) => /^(prune|rm|rmi|push|down|kill|--volumes)$/.test(word)))
    findings.push(destruction("deletes or publishes containers, images or volumes"))
  const joined = words.join(" ").slice(0, 8_000)
  if (words.length > 500) findings.push({ class: "unknown", rule: "too-long", because: "has more words than are read here" })
  if (
    /--privileged|--pid[= ]host|--net(work)?[= ]host|docker\.sock|--cap-add|--device|--security-opt|--userns[= ]host/.test(
      joined,
    ) ||
    /(-v|--volume|--mount)[= ]?\S*?(source=|src=)?\/(?=[:\s,]|etc|root|home|var|proc|sys|$)/.test(joined)
  ) {
    findings.push({
      class: "forbidden",
      rule: "workspace",
      because: "gives a container the machine outside the project folder",
      network: true,
    })
  }
  return findings
}
