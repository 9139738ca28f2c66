import { parseRupees } from '@sauda/contract/platform/amount-text'
import { bankDayCalls } from '@sauda/contract/money/bank-day'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { Statement } from '@sauda/contract/money/bank-statement'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { FormDialog, type DialogState } from '../../shell/form-dialog.tsx'
import { useCan, useMe } from '../../shell/me.ts'
import { StatementDialog } from './contradictions.tsx'
import { acceptanceText } from './reconciliation.text.ts'
import layout from '../../shell/layout.module.css'

/** Whether one operator may rely on the statement, and the action of those who can confirm it. */
export function Acceptance({ statement }: { statement: Statement }) {
  const [open, setOpen] = useState(false)
  const [withdrawing, setWithdrawing] = useState(false)
  const isOwn = useMe().data?._id === statement.importedById
  const mayAct = useCan()('wallet.approve') && statement.withdrawnBy === undefined
  return (
    // One element, because a cell of a narrow table has its label beside its first one.
    <div className={layout.row}>
      {!statement.accepted && statement.withdrawnBy === undefined && <StatusPill tone="warn">Not confirmed</StatusPill>}
      <span>{acceptanceText(statement, isOwn)}</span>
      {mayAct && !statement.accepted && !isOwn && (
        <Button size="small" onClick={() => setOpen(true)}>
          Confirm the bank’s balance
        </Button>
      )}
      {mayAct && (
        <Button variant="secondary" size="small" onClick={() => setWithdrawing(true)}>
          Remove<span className="visually-hidden"> the statement</span>
        </Button>
      )}
      <StatementDialog
        statementId={statement._id}
        file={statement.fileName}
        item="withdraw"
        open={withdrawing}
        onClose={() => setWithdrawing(false)}
      />
      <ConfirmBalance statement={statement} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

function ConfirmBalance({ statement, ...dialog }: DialogState & { statement: Statement }) {
  const { _id, fileName, lastOn, bankAccount, hasBalance } = statement
  const rupees = (text: string) => rupeesOf(parseRupees(text))
  return (
    <FormDialog
      {...dialog}
      call={bankDayCalls.enterBalance}
      params={{ bankAccountId: bankAccount._id }}
      name={`confirm ${_id}`}
      empty={{ opening: '', closing: '' }}
      title="Confirm the bank’s balance"
      description={`Look up the balance of ${bankAccount.name} after the last entry of ${formatDate(lastOn)} on the bank’s own page, not in ${fileName}. If it agrees, all statements up to that day which you did not import are confirmed, and one operator may rely on their entries.`}
      fields={[
        !hasBalance && {
          as: 'amount',
          name: 'opening',
          label: 'Opening balance (only before the first sign-off)',
        },
        { as: 'amount', name: 'closing', label: `Balance on ${formatDate(lastOn)}` },
      ]}
      body={({ opening, closing }) => ({
        day: lastOn,
        closing: rupees(closing),
        ...(opening !== '' && { opening: rupees(opening) }),
      })}
      check={({ closing }) => (closing === '' ? { closing: 'Enter the balance that the bank shows' } : undefined)}
      action="Confirm"
      checkAt="the statements"
      done="Bank’s balance confirmed"
    />
  )
}
