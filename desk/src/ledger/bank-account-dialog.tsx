import { brokerBankCalls, type BrokerBank } from '@sauda/contract/broker-bank'
import { Checkbox } from '@sauda/ui/checkbox'
import { TextField } from '@sauda/ui/text-field'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { needsAdministrator, type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { useSaveBankAccount } from './bank-accounts.api.ts'
import layout from '../shell/layout.module.css'

interface BankAccountDialogProps {
  account: BrokerBank | undefined
  open: boolean
  onClose: () => void
}

const empty = { name: '', accountNumber: '', ifsc: '', upiId: '', upiName: '', receives: false }
const { body } = brokerBankCalls.edit

export function BankAccountDialog({ account, open, onClose }: BankAccountDialogProps) {
  const save = useSaveBankAccount(account)
  const form = useFormDialog({
    name: `bank account ${account?._id ?? 'new'}`,
    empty: { ...empty, ...account },
    mutation: save,
    onClose,
    discardOnClose: true,
  })
  const { data } = body.safeParse(form.draft)
  const onSuccess = ({ name, ...outcome }: Outcome & { name: string }) => {
    toastOutcome(outcome, account ? `${name} updated` : `${name} added`, needsAdministrator)
    form.close()
  }
  const text = (name: 'name' | 'accountNumber' | 'ifsc' | 'upiId' | 'upiName', label: string, hint?: string) => (
    <TextField label={label} hint={hint} autoComplete="off" spellCheck={false} {...form.field(name)} />
  )
  return (
    <FormDialog
      form={form}
      open={open}
      title={account ? account.name : 'Add bank account'}
      description="All administrators are notified by e-mail of every change."
      action={account ? 'Save changes' : 'Add bank account'}
      loadingText="Saving"
      onSubmit={(event) =>
        form.submit(
          event,
          data ? undefined : fieldErrors(body, form.draft),
          () => data && save.mutate(data, { onSuccess }),
        )
      }
    >
      {text('name', 'Name', 'As operators know it, for example HDFC client account.')}
      <div className={layout.pair}>
        {text('accountNumber', 'Account number')}
        {text('ifsc', 'IFSC')}
        {text('upiId', 'UPI ID')}
        {text('upiName', 'UPI name', 'The name that payers see.')}
      </div>
      <Checkbox
        label="Clients pay to this account"
        hint="Only one account can receive deposits and charges; this replaces the current one."
        checked={form.draft.receives}
        disabled={account?.receives}
        onChange={(event) => form.edit({ receives: event.target.checked })}
      />
    </FormDialog>
  )
}
