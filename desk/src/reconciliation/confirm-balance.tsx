import { bankDayCalls } from '@sauda/contract/bank-day'
import { parseRupees, rupeesOf } from '@sauda/contract/money'
import type { Statement } from '@sauda/contract/bank-statement'
import { AmountField } from '@sauda/ui/amount-field'
import { Button } from '@sauda/ui/button'
import { appToast } from '@sauda/ui/toast'
import { formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useMe } from '../shell/me.ts'
import { StatementDialog } from './contradictions.tsx'
import { useConfirmBalance } from './reconciliation.api.ts'
import { acceptanceText } from './reconciliation.text.ts'
import styles from './reconciliation.module.css'

/** Whether one operator may rely on the statement, and the action of those who can confirm it. */
export function Acceptance({ statement }: { statement: Statement }) {
  const [open, setOpen] = useState(false)
  const [withdrawing, setWithdrawing] = useState(false)
  const isOwn = useMe().data?._id === statement.importedById
  return (
    // One element, because a cell of a narrow table has its label beside its first one.
    <div className={styles.acceptance}>
      <span>{acceptanceText(statement, isOwn)}</span>
      {!statement.accepted && !isOwn && statement.withdrawnBy === undefined && (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Confirm the bank’s balance
        </Button>
      )}
      {statement.withdrawnBy === undefined && (
        <Button variant="ghost" size="small" onClick={() => setWithdrawing(true)}>
          Withdraw the statement
        </Button>
      )}
      {withdrawing && (
        <StatementDialog
          statementId={statement._id}
          file={statement.fileName}
          verb="withdraw"
          onClose={() => setWithdrawing(false)}
        />
      )}
      {open && <ConfirmBalance statement={statement} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ConfirmBalance({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const { _id, fileName, lastOn, bankAccount, hasBalance } = statement
  const confirm = useConfirmBalance(bankAccount._id)
  const empty = { opening: '', closing: '' }
  const form = useFormDialog({ name: `confirm ${_id}`, empty, mutation: confirm, onClose })
  const { draft, edit } = form
  const rupees = (text: string) => rupeesOf(parseRupees(text))
  const body = {
    day: lastOn,
    closing: rupees(draft.closing),
    ...(draft.opening !== '' && { opening: rupees(draft.opening) }),
  }
  const errors = {
    ...(draft.closing === '' && { closing: 'Enter the balance that the bank shows' }),
    ...fieldErrors(bankDayCalls.enterBalance.body, body),
  }
  const onSuccess = () => {
    appToast.success('Bank’s balance confirmed')
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open
      title="Confirm the bank’s balance"
      description={`Look up the balance of ${bankAccount.name} after the last entry of ${formatDate(lastOn)} on the bank’s own page, not in ${fileName}. If it agrees, all statements up to that day which you did not import are confirmed, and one operator may rely on their entries.`}
      action="Confirm"
      checkAt="the statements"
      onSubmit={(event) =>
        form.submit(event, Object.keys(errors).length > 0 ? errors : undefined, () =>
          confirm.mutate(body, { onSuccess }),
        )
      }
    >
      {!hasBalance && (
        <AmountField
          label="Opening balance (only before the first sign-off)"
          value={draft.opening}
          error={form.errors['opening']}
          onText={(opening) => edit({ opening })}
        />
      )}
      <AmountField
        label={`Balance on ${formatDate(lastOn)}`}
        value={draft.closing}
        error={form.errors['closing']}
        onText={(closing) => edit({ closing })}
      />
    </FormDialog>
  )
}
