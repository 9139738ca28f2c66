import type { Loan } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { useState } from 'react'
import { useAwake } from '../shell/awake.ts'
import { later } from '../shell/later.tsx'
import { formatDate } from '@sauda/web/date-time'
import styles from './loan-card.module.css'
import type { Funds } from './repay-dialog.tsx'
import { Terms } from './terms.tsx'

const RepayDialog = later(() => import('./repay-dialog.tsx').then((module) => module.RepayDialog))

interface RunningProps {
  loan: Loan
  funds: Funds | undefined
  onSaid: (message: string) => void
}

/** What is still owed, what comes next, and the way to pay it. */
export function Running({ loan, funds, onSaid }: RunningProps) {
  const { outstanding = 0, payoff = 0, repaid = 0, next, terms } = loan
  const [isOpen, setOpen] = useState(false)
  const awake = useAwake()
  return (
    <div className={styles.running}>
      <div className={styles.standing}>
        <p className={styles.owed}>
          <span>Still to pay</span>
          <Money amount={paiseOf(outstanding)} size="large" />
        </p>
        <DescriptionList
          amounts
          items={[
            ...(next
              ? [{ term: `Due on ${formatDate(next.dueDate)}`, value: <Money amount={paiseOf(next.amount)} /> }]
              : []),
            { term: 'Paying it off today', value: <Money amount={paiseOf(payoff)} /> },
            { term: 'Paid so far', value: <Money amount={paiseOf(repaid)} /> },
          ]}
        />
        <div className={styles.actions}>
          <Button onClick={() => setOpen(true)}>Repay</Button>
        </div>
      </div>
      {terms && <Terms terms={terms} />}
      {awake && (
        <RepayDialog
          open={isOpen}
          loan={loan}
          funds={funds}
          onClose={() => setOpen(false)}
          onDone={(message) => {
            setOpen(false)
            onSaid(message)
          }}
        />
      )}
    </div>
  )
}
