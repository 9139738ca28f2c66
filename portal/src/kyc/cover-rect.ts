/** Shares of the photo's width and height. */
export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type Point = { readonly x: number; readonly y: number }

const smallest = 0.03

/** Where most cards print the first two groups of the number. */
export const defaultRect: Rect = { x: 0.28, y: 0.65, width: 0.3, height: 0.12 }

export function rectBetween(a: Point, b: Point): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return fitRect({ x, y, width: Math.max(a.x, b.x) - x, height: Math.max(a.y, b.y) - y })
}

export function moveRect(rect: Rect, x: number, y: number): Rect {
  return {
    ...rect,
    x: clamp(rect.x + x, 0, 1 - rect.width),
    y: clamp(rect.y + y, 0, 1 - rect.height),
  }
}

export function resizeRect(rect: Rect, width: number, height: number): Rect {
  return {
    ...rect,
    width: clamp(rect.width + width, smallest, 1 - rect.x),
    height: clamp(rect.height + height, smallest, 1 - rect.y),
  }
}

export function contains(rect: Rect, { x, y }: Point): boolean {
  return x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height
}

export function describeRect({ x, y, width, height }: Rect): string {
  const percent = (share: number) => `${Math.round(share * 100)}%`
  return `${percent(x)} from the left, ${percent(y)} from the top, ${percent(width)} wide, ${percent(height)} high`
}

function fitRect(rect: Rect): Rect {
  const width = clamp(rect.width, smallest, 1)
  const height = clamp(rect.height, smallest, 1)
  return { x: clamp(rect.x, 0, 1 - width), y: clamp(rect.y, 0, 1 - height), width, height }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
