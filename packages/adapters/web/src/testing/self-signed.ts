// A certificate for one host, made on the spot: no key of ours lies in the repository, and no tool has to be installed.
import { generateKeyPairSync, sign } from "node:crypto"

export function selfSigned(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const name = sequence(part(0x31, sequence(oid(0x55, 0x04, 0x03), part(0x0c, Buffer.from(host)))))
  const extension = (id: Buffer, value: Buffer) => sequence(id, part(0x04, value))
  const extensions = sequence(
    extension(oid(0x55, 0x1d, 0x11), sequence(part(0x82, Buffer.from(host)))),
    extension(oid(0x55, 0x1d, 0x13), sequence(part(0x01, Buffer.from([0xff])))),
  )
  const certified = sequence(
    part(0xa0, part(0x02, Buffer.from([2]))),
    part(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(part(0x17, Buffer.from("200101000000Z")), part(0x17, Buffer.from("491231235959Z"))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    part(0xa3, extensions),
  )
  const signature = sign("sha256", certified, privateKey)
  const der = sequence(certified, algorithm, part(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n")
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function part(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return part(0x30, Buffer.concat(parts))
}

function oid(...bytes: readonly number[]): Buffer {
  return part(0x06, Buffer.from(bytes))
}
