// Owns: telling folders that cannot hold a journal safely: on another computer, or copied elsewhere while it is being written (F17). Both lose what
// was acknowledged, and neither says so: the one forgets locks and flushes, the other puts a journal and a log of two different moments together.
import { statfsSync } from "node:fs"
import { StorageFailure } from "@kibitz/ports"

/** As in Linux's statfs(2); on other systems the numbers mean other things, and the names below have to do. */
const network: Readonly<Record<number, string>> = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB",
  1397113167: "AFS",
  1937076805: "Coda",
  12805120: "Ceph",
  198183888: "Lustre",
}

/** What the folders of those programs are called, also with somebody's name behind it ("OneDrive - Work"). */
const synced = /^(dropbox|onedrive|google ?drive|icloud ?drive|mobile documents|nextcloud|pcloud ?drive)( \(.*\)| - .*)?$/i

/** Which file system a folder is on, as the system numbers them. */
export type FileSystemOf = (folder: string) => number

const onLinux: FileSystemOf = (folder) => (process.platform === "linux" ? statfsSync(folder).type : 0)

export function refuseUnsafeFolder(folder: string, fileSystemOf: FileSystemOf = onLinux): void {
  const over = network[fileSystemOf(folder)]
  const sync = folder.split(/[/\\]/).find((name) => synced.test(name))
  if (over === undefined && sync === undefined) return
  const why = over === undefined ? `"${sync}" is copied elsewhere while it is written` : `it is on another computer, over ${over}`
  throw new StorageFailure(
    "unreachable",
    `The folder ${folder} cannot hold a journal safely: ${why}. Choose a folder on this computer with --data-dir.`,
  )
}
