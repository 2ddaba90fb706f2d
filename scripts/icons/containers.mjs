// @ts-check
// Owns: the two container formats for icons. Both hold PNG files as they are.

/** Windows: a directory of 16-byte entries, then the images. 0 stands for 256. @param {Map<number, Buffer>} pngs */
export function ico(pngs) {
  const sizes = [16, 32, 48, 64, 128, 256]
  const images = sizes.map((size) => image(pngs, size))
  const header = Buffer.alloc(6 + 16 * sizes.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(sizes.length, 4)
  let offset = header.length
  for (const [index, png] of images.entries()) {
    const at = 6 + 16 * index
    const side = (sizes[index] ?? 0) % 256
    header.writeUInt8(side, at)
    header.writeUInt8(side, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...images])
}

/** macOS: "icns", the whole length, then type, length and data of each image. @param {Map<number, Buffer>} pngs */
export function icns(pngs) {
  const types = Object.entries({ ic11: 32, ic12: 64, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 })
  const blocks = types.flatMap(([type, size]) => {
    const png = image(pngs, size)
    return [head(type, png.length + 8), png]
  })
  const length = blocks.reduce((sum, { length }) => sum + length, 8)
  return Buffer.concat([head("icns", length), ...blocks])
}

/** @param {string} type @param {number} length */
function head(type, length) {
  const buffer = Buffer.alloc(8)
  buffer.write(type, 0, "latin1")
  buffer.writeUInt32BE(length, 4)
  return buffer
}

/** @param {Map<number, Buffer>} pngs @param {number} size */
function image(pngs, size) {
  const png = pngs.get(size)
  if (png === undefined) throw new Error(`no ${size} px image`)
  return png
}
