import { rgb } from './colour.ts'
import type { Look } from './look.ts'

/** The product's sign in a square of 24: a line that rises, as brand-mark.tsx draws it on the pages. */
const line = [
  [6.5, 15.5],
  [10.5, 10],
  [14, 13],
  [17.5, 7.5],
] as const
const [side, thickness] = [24, 2.25]

type Shape = {
  /** Radius of the ground's corners, as a share of its side. */
  readonly corner: number
  /** How large the line stands on its ground. */
  readonly scale: number
}

/** Draws the sign as RGBA pixels. By distances, because no drawing library may open files in this process. */
export function drawSign({ colour, ink }: Look, size: number, { corner, scale }: Shape): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  const unit = side / size
  const [ground, stroke] = [rgb(colour), rgb(ink)]
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const [px, py] = [(x + 0.5) * unit, (y + 0.5) * unit]
      const onGround = cover(toSquare(px, py, corner * side), unit)
      const onLine = cover(toLine(centred(px, scale), centred(py, scale)) - thickness / 2, unit / scale)
      const at = (y * size + x) * 4
      for (const channel of [0, 1, 2] as const)
        pixels[at + channel] = Math.round(ground[channel] * (1 - onLine) + stroke[channel] * onLine)
      pixels[at + 3] = Math.round(onGround * 255)
    }
  return pixels
}

const centred = (value: number, scale: number): number => (value - side / 2) / scale + side / 2

/** How much of a pixel lies inside, by its distance to the edge. */
const cover = (distance: number, pixel: number): number => Math.min(1, Math.max(0, 0.5 - distance / pixel))

function toSquare(x: number, y: number, radius: number): number {
  const half = side / 2
  const [dx, dy] = [Math.abs(x - half) - half + radius, Math.abs(y - half) - half + radius]
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
}

function toLine(x: number, y: number): number {
  const pieces = line.slice(1).map((end, index) => [line[index] ?? end, end] as const)
  return Math.min(...pieces.map(([start, end]) => toPiece(x, y, start, end)))
}

type Point = readonly [number, number]

function toPiece(x: number, y: number, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}
