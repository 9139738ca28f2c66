import { adjustmentKinds, ledgerCalls, ledgerErrors } from '@sauda/contract/core/ledger'
import { parseRupees, rupeesOf } from '@sauda/contract/platform/money'
import { withReplay } from '@sauda/web/idempotent'
import { FormDialog, reasonField, type DialogState } from '../../shell/form-dialog.tsx'
import { useNeedsSecond } from '../../shell/me.ts'
import { bookedWhen, requestedText } from '../../shell/outcome-toast.ts'
import { effectOf, kindNames } from './ledger.text.ts'

interface RequestAdjustmentProps extends DialogState {
  clientId: string
  clientName: string
}

const empty = { kind: 'credit' as (typeof adjustmentKinds)[number], amount: '', reason: '' }

export function RequestAdjustment({ clientId, clientName, ...dialog }: RequestAdjustmentProps) {
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={ledgerCalls.requestAdjustment}
      name={`adjustment ${clientId}`}
      empty={empty}
      title={`Request an adjustment for ${clientName}`}
      description={bookedWhen(needsSecond)}
      fields={({ draft: { kind, amount } }) => {
        const paise = parseRupees(amount)
        return [
          {
            as: 'radio',
            look: 'segmented',
            name: 'kind',
            label: 'Type',
            options: adjustmentKinds.map((value) => ({ value, label: kindNames[value] })),
          },
          { as: 'amount', name: 'amount', label: 'Amount', hint: paise > 0n && effectOf(kind, paise) },
          reasonField('Shown to the client in the statement and by e-mail.'),
        ]
      }}
      body={({ kind, amount, reason }) => ({
        clientId,
        kind,
        amount: rupeesOf(parseRupees(amount)),
        reason: reason.trim(),
      })}
      check={({ amount }) => (parseRupees(amount) === 0n ? { amount: ledgerErrors.amountNeeded.message } : undefined)}
      action="Request adjustment"
      checkAt="the client’s page"
      done={(adjustment) => withReplay('requested', adjustment, requestedText(needsSecond))}
    />
  )
}
