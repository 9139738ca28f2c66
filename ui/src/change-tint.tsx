import { type ReactNode, useEffect, useRef } from 'react'

const tintMilliseconds = 600

/** Tints what is in it for a moment when the value rises or falls; not with reduced motion. */
export function ChangeTint({ value, children }: { value: bigint | number; children: ReactNode }) {
  const element = useRef<HTMLSpanElement>(null)
  const last = useRef(value)
  useEffect(() => {
    const before = last.current
    last.current = value
    if (value === before || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const tint = `color-mix(in srgb, var(--${value > before ? 'gain' : 'loss'}), transparent 88%)`
    element.current?.animate(
      { backgroundColor: [tint, 'transparent'] },
      { duration: tintMilliseconds, easing: 'ease-in' },
    )
  }, [value])
  return <span ref={element}>{children}</span>
}
