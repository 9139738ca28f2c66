import { formatRupees, paiseOf, parseRupees, rupeesOf } from '@sauda/contract/platform/money'
import {
  retentionReasons,
  settlementCalls,
  settlementErrors,
  type SettlementLine,
} from '@sauda/contract/banking/settlement'
import { FormDialog, optionsOf, type DialogState } from '../../shell/form-dialog.tsx'

interface RetentionDialogProps extends DialogState {
  line: SettlementLine
  day: string
}

export function RetentionDialog({ line, day, ...dialog }: RetentionDialogProps) {
  const { clientId, clientName, funds, retained, retentionReason = 'margin' } = line
  const rupees = ({ amount }: { amount: string }) => rupeesOf(parseRupees(amount))
  return (
    <FormDialog
      {...dialog}
      call={settlementCalls.retain}
      name={`retention ${day} ${clientId}`}
      empty={{ amount: retained > 0 ? String(retained) : '', reason: retentionReason as string }}
      discardOnClose
      title={`Retain funds of ${clientName}`}
      description={`Unused funds: ${formatRupees(paiseOf(funds))}. The client gets the amount and the reason by e-mail. Unpaid charges are never a reason.`}
      fields={[
        { as: 'amount', name: 'amount', label: 'Amount to retain', hint: 'Empty: nothing is retained.' },
        { as: 'select', name: 'reason', label: 'Reason', options: optionsOf(retentionReasons) },
      ]}
      body={(draft) => ({ day, clientId, amount: rupees(draft), reason: draft.reason })}
      check={(draft) => (rupees(draft) > funds ? { amount: settlementErrors.retainedTooMuch.message } : undefined)}
      action="Save"
      done={(_, draft) => (rupees(draft) > 0 ? 'Retention saved' : 'Retention removed')}
    />
  )
}
