/** Shares of the photo's width and height. */
export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type Point = { readonly x: number; readonly y: number }

const smallest = 0.03

/** Where most cards print the first two groups of the number. */
export const usualPlace: Rect = { x: 0.28, y: 0.65, width: 0.3, height: 0.12 }

export function between(a: Point, b: Point): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return inside({ x, y, width: Math.max(a.x, b.x) - x, height: Math.max(a.y, b.y) - y })
}

export function movedBy(rect: Rect, x: number, y: number): Rect {
  return {
    ...rect,
    x: within(rect.x + x, 0, 1 - rect.width),
    y: within(rect.y + y, 0, 1 - rect.height),
  }
}

export function grownBy(rect: Rect, width: number, height: number): Rect {
  return {
    ...rect,
    width: within(rect.width + width, smallest, 1 - rect.x),
    height: within(rect.height + height, smallest, 1 - rect.y),
  }
}

export function contains(rect: Rect, { x, y }: Point): boolean {
  return x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height
}

export function rectInWords({ x, y, width, height }: Rect): string {
  const percent = (share: number) => `${Math.round(share * 100)}%`
  return `${percent(x)} from the left, ${percent(y)} from the top, ${percent(width)} wide, ${percent(height)} high`
}

function inside(rect: Rect): Rect {
  const width = within(rect.width, smallest, 1)
  const height = within(rect.height, smallest, 1)
  return { x: within(rect.x, 0, 1 - width), y: within(rect.y, 0, 1 - height), width, height }
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
