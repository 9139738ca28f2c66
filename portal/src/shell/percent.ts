/** `part` in hundredths of a percent of `whole`, rounded half away from zero; 0 if `whole` is 0. */
export function basisPointsOf(part: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : divide(part * 10_000n, whole)
}

/** Hundredths of a percent of `whole`, rounded half away from zero. */
export function shareOf(whole: bigint, basisPoints: bigint): bigint {
  return divide(whole * basisPoints, 10_000n)
}

/** 1235n → `+12.35%`, -50n → `−0.50%`: signed unless it is zero. */
export function percentText(basisPoints: bigint): string {
  const sign = basisPoints > 0n ? '+' : basisPoints < 0n ? '−' : ''
  return sign + plainPercent(basisPoints < 0n ? -basisPoints : basisPoints)
}

/** 1235n → `12.35%`. */
export function plainPercent(basisPoints: bigint): string {
  const digits = basisPoints.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}%`
}

function divide(number: bigint, by: bigint): bigint {
  const isNegative = number < 0n !== by < 0n
  const [up, down] = [number < 0n ? -number : number, by < 0n ? -by : by]
  const quotient = (2n * up + down) / (2n * down)
  return isNegative ? -quotient : quotient
}
