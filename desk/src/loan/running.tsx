import { paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Block, Columns } from '../shell/evidence.tsx'
import { formatDate } from '@sauda/web/date-time'
import type { DeskLoan } from './loan.api.ts'

const money = (rupees: number | undefined) => <Money amount={paiseOf(rupees ?? 0)} />

/** What an accepted loan owes and has been paid. */
export function Running({ loan: { principal, payoff, repaid, next } }: { loan: DeskLoan }) {
  return (
    <Block title="Today">
      <Columns>
        <DescriptionList
          amounts
          items={[
            { term: 'To close today', value: money(payoff) },
            { term: 'Principal outstanding', value: money(principal) },
            { term: 'Paid so far', value: money(repaid) },
          ]}
        />
        <DescriptionList
          amounts
          items={
            next
              ? [
                  { term: 'Next due', value: formatDate(next.dueDate) },
                  { term: 'Due by then', value: money(next.amount) },
                ]
              : [{ term: 'Next due', value: 'None' }]
          }
        />
      </Columns>
    </Block>
  )
}
