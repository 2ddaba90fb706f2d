// Owns: the small picture of the whole in the corner: rooms with the colour of what waits in them, and a frame for what is in view.
import { type Camera, minimapOf, type NodePaint, type Pane, ROOM_HEIGHT, type Rooms, type Theme } from "@kibitz/canvas"

export const MINIMAP_WIDTH = 160
/** As on the map: a room in which something waits has a bright top. */
const EDGE = 3
export const MINIMAP_HEIGHT = MINIMAP_WIDTH * ROOM_HEIGHT

type Picture = {
  readonly rooms: Rooms
  readonly camera: Camera
  readonly pane: Pane
  readonly theme: Theme
  readonly paint: (id: string) => NodePaint
}

export function drawMinimap(canvas: HTMLCanvasElement, { rooms, camera, pane, theme, paint }: Picture): void {
  const surface = canvas.getContext("2d")
  if (!surface) return
  const ratio = devicePixelRatio
  const [width, height] = [Math.round(MINIMAP_WIDTH * ratio), Math.round(MINIMAP_HEIGHT * ratio)]
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  surface.setTransform(ratio, 0, 0, ratio, 0, 0)
  surface.fillStyle = theme.surfaces[0]
  surface.fillRect(0, 0, MINIMAP_WIDTH, MINIMAP_HEIGHT)
  const map = minimapOf(rooms, camera, pane, MINIMAP_WIDTH)
  for (const { id, rect } of map.rooms) {
    const { edge } = paint(id)
    const [across, down] = [Math.max(1, rect.width), Math.max(1, rect.height)]
    surface.fillStyle = theme.line
    surface.fillRect(rect.x, rect.y, across, down)
    if (edge === null) continue
    surface.fillStyle = theme.tones[edge].fill
    surface.fillRect(rect.x, rect.y, across, Math.min(down, EDGE))
  }
  const { x, y, width: across, height: down } = map.view
  surface.strokeStyle = theme.accent
  surface.lineWidth = 2
  surface.strokeRect(x + 1, y + 1, Math.max(2, across - 2), Math.max(2, down - 2))
}
