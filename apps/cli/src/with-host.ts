// Owns: a host's time from open to closed, and telling a start that did not work from a fault in what had started.

/** Something went wrong after the host had been opened: Kibitz had started, and is told to have ended. */
export class EndedWithFault extends Error {
  override readonly name = "EndedWithFault"
  constructor(cause: unknown) {
    super("Kibitz ended with a fault", { cause })
  }
}

/** Closes what it has opened, whatever happens in between; of two faults the first is told. */
export async function withHost<Opened extends { close(): Promise<void> }>(
  open: () => Promise<Opened>,
  use: (host: Opened) => Promise<void>,
): Promise<void> {
  const host = await open()
  const faults: unknown[] = []
  await use(host).catch((cause: unknown) => faults.push(cause))
  await host.close().catch((cause: unknown) => faults.push(cause))
  if (faults.length > 0) throw new EndedWithFault(faults[0])
}
