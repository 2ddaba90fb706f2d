// Owns: how far two colours are apart, for tests: contrast after WCAG, and CIEDE2000 as people with each kind of colour vision see them.

type Three = readonly [number, number, number]

/** Linear light of "#rrggbb". */
function light(hex: string): Three {
  const at = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [at(1), at(3), at(5)]
}

function times(matrix: readonly Three[], [x, y, z]: Three): Three {
  const row = ([a, b, c]: Three) => a * x + b * y + c * z
  const [first, second, third] = matrix as readonly [Three, Three, Three]
  return [row(first), row(second), row(third)]
}

export function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = light(hex)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Machado, Oliveira and Fernandes 2009, at full severity. */
export const visions = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, readonly Three[]>
export type Vision = keyof typeof visions

const toXyz: readonly Three[] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
]
const white: Three = [0.95047, 1, 1.08883]

function lab(hex: string, vision: Vision): Three {
  const seen = times(visions[vision], light(hex)).map((value) => Math.min(1, Math.max(0, value))) as unknown as Three
  const [x, y, z] = times(toXyz, seen).map((value, at) => {
    const part = value / (white[at] ?? 1)
    return part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116
  }) as unknown as Three
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** CIEDE2000. */
export function distance(one: string, other: string, vision: Vision): number {
  const [l1, a1, b1] = lab(one, vision)
  const [l2, a2, b2] = lab(other, vision)
  const seventh = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7))
  const stretch = 1.5 - 0.5 * seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2)
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)]
  const hue = (a: number, b: number) => (a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360)
  const [h1, h2] = [hue(a1 * stretch, b1), hue(a2 * stretch, b2)]
  const isGrey = c1 * c2 === 0
  const turn = isGrey ? 0 : ((((h2 - h1 + 180) % 360) + 360) % 360) - 180
  const middle = isGrey ? h1 + h2 : (h1 + turn / 2 + 360) % 360
  const [lightness, chroma] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const weight =
    1 -
    0.17 * Math.cos(radians(middle - 30)) +
    0.24 * Math.cos(radians(2 * middle)) +
    0.32 * Math.cos(radians(3 * middle + 6)) -
    0.2 * Math.cos(radians(4 * middle - 63))
  const dl = (l2 - l1) / (1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2))
  const dc = (c2 - c1) / (1 + 0.045 * chroma)
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2))) / (1 + 0.015 * chroma * weight)
  const rotation = -Math.sin(radians(60 * Math.exp(-(((middle - 275) / 25) ** 2)))) * 2 * seventh(chroma)
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh)
}
