/** View of a photo: zoom, rotation and offset. Lengths are CSS pixels. */

export interface Size {
  width: number
  height: number
}
export interface View {
  /** 1 shows the whole photo. */
  zoom: number
  /** Quarter turns clockwise. */
  turns: number
  /** Offset of the photo's centre from the frame's. */
  x: number
  y: number
}

export const wholePhoto: View = { zoom: 1, turns: 0, x: 0, y: 0 }
const maximumZoom = 8

const turned = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/** The factor at which the whole photo just fits its frame. */
export function fitting(frame: Size, photo: Size, turns: number): number {
  const { width, height } = turned(photo, turns)
  if (width === 0 || height === 0) return 1
  return Math.min(frame.width / width, frame.height / height)
}

/** Limits the offset so that the photo's edges stay outside the frame. */
export function clamped(view: View, frame: Size, photo: Size): View {
  const scale = fitting(frame, photo, view.turns) * view.zoom
  const { width, height } = turned(photo, view.turns)
  const within = (offset: number, shown: number, space: number) => {
    const most = Math.max(0, (shown - space) / 2)
    return Math.min(most, Math.max(-most, offset)) + 0
  }
  return {
    ...view,
    x: within(view.x, width * scale, frame.width),
    y: within(view.y, height * scale, frame.height),
  }
}

/** Keeps what is under `at`, measured from the frame's centre, in place. */
export function zoomed(view: View, factor: number, at = { x: 0, y: 0 }): View {
  const zoom = Math.min(maximumZoom, Math.max(1, view.zoom * factor))
  const grown = zoom / view.zoom
  return { ...view, zoom, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }
}

/** Keeps the centre in place; 1 is clockwise. */
export const rotated = (view: View, quarter: 1 | -1): View => ({
  ...view,
  turns: (view.turns + quarter + 4) % 4,
  x: quarter === 1 ? -view.y : view.y,
  y: quarter === 1 ? view.x : -view.x,
})

export const moved = (view: View, x: number, y: number): View => ({ ...view, x: view.x + x, y: view.y + y })
