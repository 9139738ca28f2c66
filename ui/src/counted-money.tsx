import { useLayoutEffect, useRef, useState } from 'react'
import { Money, type MoneyProps } from './money.tsx'

/** Longer than other motion: a shorter count cannot be read. */
const countMilliseconds = 600

/** An amount that counts to its next value, so that a payment is seen to arrive; without motion it changes at once. */
export function CountedMoney({ amount, ...rest }: MoneyProps) {
  return <Money {...rest} amount={useCounted(amount)} />
}

function useCounted(amount: bigint): bigint {
  const [shown, setShown] = useState(amount)
  const last = useRef(amount)
  useLayoutEffect(() => {
    const first = last.current
    if (first === amount) return undefined
    // Without frames, as in a tab in the background, the count would wait at the old amount.
    const isStill = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches
    const start = performance.now()
    let frame = 0
    const draw = (now: number): void => {
      const part = isStill ? 1 : (now - start) / countMilliseconds
      last.current = amountBetween(first, amount, part)
      setShown(last.current)
      if (part < 1) frame = requestAnimationFrame(draw)
    }
    draw(start)
    return () => cancelAnimationFrame(frame)
  }, [amount])
  return shown
}

/** The amount shown after this part of the time, from 0 to 1; slower towards the end. */
export function amountBetween(first: bigint, last: bigint, part: number): bigint {
  if (part >= 1) return last
  const eased = 1 - (1 - Math.max(part, 0)) ** 3
  return first + BigInt(Math.round(Number(last - first) * eased))
}
