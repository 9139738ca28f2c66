export interface MoneyParts {
  negative: boolean
  /** Grouped the Indian way: 12,34,567. */
  rupees: string
  /** Always two digits. */
  paise: string
}

/** Splits paise, or a rupee string such as "-1234567.5", for display. Throws on anything else. */
export function moneyParts(amount: bigint | string): MoneyParts {
  const text = typeof amount === 'bigint' ? fromPaise(amount) : amount
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) throw new RangeError(`not an amount of rupees: ${text}`)
  const [, sign, whole = '0', fraction = ''] = match
  const paise = fraction.padEnd(2, '0')
  const digits = whole.replace(/^0+(?=\d)/, '')
  return { negative: sign === '-' && /[1-9]/.test(digits + paise), rupees: groupIndian(digits), paise }
}

function fromPaise(paise: bigint): string {
  const size = paise < 0n ? -paise : paise
  return `${paise < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

function groupIndian(digits: string): string {
  const last = digits.slice(-3)
  const rest = digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')
  return rest ? `${rest},${last}` : last
}
