import { readFileSync } from "node:fs"

/** What to do when bubblewrap is there but may not make its namespaces (T36). Found in what the kernel says of itself, not in messages. */
export function remedyForNamespaces(read: (file: string) => string | null = readTrimmed): string {
  if (read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return (
      "this system (Ubuntu 24.04 and later) lets only programs with an AppArmor profile make user namespaces. Give bubblewrap one: " +
      "sudo apt install apparmor-profiles && sudo cp /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && " +
      "sudo systemctl reload apparmor"
    )
  }
  if (read("/proc/sys/kernel/unprivileged_userns_clone") === "0") {
    return "allow user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1"
  }
  if (read("/proc/sys/user/max_user_namespaces") === "0") {
    return "allow user namespaces: sudo sysctl -w user.max_user_namespaces=10000"
  }
  return "in a container, start it so that it may make namespaces and mount /proc (for Docker: --security-opt seccomp=unconfined --security-opt systempaths=unconfined)"
}

function readTrimmed(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim()
  } catch {
    return null
  }
}
