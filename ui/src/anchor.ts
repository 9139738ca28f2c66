import type { CSSProperties } from 'react'

/** Ties a popover to its button; React's own types do not know the two properties yet. */
export function anchorStyles(id: string): { button: CSSProperties; popup: CSSProperties } {
  const name = `--${id.replace(/[^\w-]/g, '')}`
  return { button: { anchorName: name } as CSSProperties, popup: { positionAnchor: name } as CSSProperties }
}
