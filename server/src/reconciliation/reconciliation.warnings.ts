import type { ReadLine } from './reconciliation.read.ts'

/** A gap in the running balance means that a line is missing or was changed. */
export function balanceWarning(lines: readonly ReadLine[]): string | undefined {
  const odd = lines.find((line, index) => {
    const before = lines[index - 1]?.balance
    if (before === undefined || line.balance === undefined) return false
    return line.balance !== before + (line.direction === 'credit' ? line.amount : -line.amount)
  })
  return odd && `The balance on line ${odd.line} does not follow from the line before. A line may be missing.`
}
