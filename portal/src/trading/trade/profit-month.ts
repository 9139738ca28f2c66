/** `2026-11` and 1 → `2026-12` */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 'YYYY-MM'.length)
}

/** The days of a month in weeks from Monday to Sunday; undefined before its first and after its last day. */
export function monthWeeks(month: string): (string | undefined)[][] {
  const first = new Date(`${month}-01`)
  const empty = (first.getUTCDay() + 6) % 7
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return Array.from({ length: Math.ceil((empty + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const day = week * 7 + weekday - empty + 1
      return day < 1 || day > length ? undefined : `${month}-${String(day).padStart(2, '0')}`
    }),
  )
}

const units = [
  [1_00_00_000, 'Cr'],
  [1_00_000, 'L'],
  [1000, 'k'],
] as const

/** For a small cell: 24750n → `+₹248`, -1234500n → `−₹12.3k`. */
export function shortRupees(paise: bigint): string {
  const sign = paise > 0n ? '+' : paise < 0n ? '−' : ''
  const rupees = Math.round(Math.abs(Number(paise)) / 100)
  const [size, unit] = units.find(([least]) => rupees >= least) ?? [1, '']
  const text = unit === '' ? String(rupees) : String(Math.floor((rupees / size) * 10) / 10)
  return `${sign}₹${text}${unit}`
}
