import type { TaxReport } from '@sauda/contract/books/tax'
import { formatRupees, paiseOf, sum } from '@sauda/contract/platform/money'
import { AmountText } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Link } from 'react-router'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { useStatedYear } from './tradebook.api.ts'
import { tradebookText } from './tradebook.text.ts'

export const OtherBrokers = lazyPart(
  async () => (await import('./tradebooks.tsx')).OtherBrokers,
  <SkeletonText label="Loading your tradebooks..." lines={5} />,
)

/** The years of the report, and those that only the client's tradebooks have. */
export function useTaxYears({ year, years }: TaxReport): string[] {
  const { data } = useStatedYear(year)
  return [...new Set([...years, ...(data?.years ?? [])])].toSorted().toReversed()
}

/** What is in no figure of the report, and where it is. */
export function StatedNote({ year }: { year: string }) {
  const { lines = [] } = useStatedYear(year).data ?? {}
  if (lines.length === 0) return null
  const total = sum(lines.map(({ profitLoss }) => paiseOf(profitLoss)))
  return (
    <p className="note">
      <AmountText>{tradebookText.added(formatRupees(total))}</AmountText>{' '}
      <Link to={{ search: `year=${year}&for=elsewhere` }}>Other brokers</Link>
    </p>
  )
}
