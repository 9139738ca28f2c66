import { operatorCalls, rightNames } from '@sauda/contract/operator'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { Select } from '@sauda/ui/select'
import { TextField } from '@sauda/ui/text-field'
import { CopyButton } from '@sauda/web/copy-button'
import type { ComponentProps } from 'react'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { capitalize } from '../shell/format.ts'
import { needsAdministrator, toastOutcome } from '../shell/outcome-toast.ts'
import { useAddOperator, useRoles } from './operator.api.ts'
import styles from './operator.module.css'

const empty = { name: '', email: '', role: 'reviewer' }

export function AddOperator({ open, onClose }: { open: boolean; onClose: () => void }) {
  const add = useAddOperator()
  const form = useFormDialog({ name: 'add operator', empty, mutation: add, onClose })
  const { draft, field } = form
  const { operator, password } = add.data ?? {}
  if (operator && password !== undefined)
    return <FirstPassword open={open} operator={operator} password={password} onClose={form.finish} />
  // Until there is a password to show, nobody sees one: the operator gets an invitation.
  const onSuccess = (reply: NonNullable<typeof add.data>) => {
    if (reply.password !== undefined) return
    toastOutcome(reply, `${draft.name} was invited by e-mail`, needsAdministrator)
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title="Add operator"
      action="Add operator"
      loadingText="Adding"
      onSubmit={(event) =>
        form.submit(event, fieldErrors(operatorCalls.addOperator.body, draft), () =>
          add.mutate({ body: draft }, { onSuccess }),
        )
      }
    >
      <TextField label="Name" autoComplete="off" {...field('name')} />
      <TextField label="Email" type="email" autoComplete="off" {...field('email')} />
      <RoleSelect role={draft.role} field={field('role')} />
    </FormDialog>
  )
}

interface RoleSelectProps {
  role: string
  field: Pick<ComponentProps<typeof Select>, 'name' | 'value' | 'error' | 'onChange'>
}

/** With the rights of the chosen role. */
export function RoleSelect({ role, field }: RoleSelectProps) {
  const roles = useRoles()
  const options = roles.map(({ role: value }) => ({ value, label: capitalize(value) }))
  const { rights = [] } = roles.find((each) => each.role === role) ?? {}
  return (
    <Select label="Role" options={options} hint={rights.map((right) => rightNames[right]).join(' · ')} {...field} />
  )
}

interface FirstPasswordProps {
  open: boolean
  operator: { name: string; email: string }
  password: string
  onClose: () => void
}

/** Shown only here, so the dialog stays until it is closed on purpose. */
const FirstPassword = ({ open, operator, password, onClose }: FirstPasswordProps) => (
  <Dialog
    open={open}
    blocking
    title={`${operator.name} can log in`}
    description="Give this password to the operator in person. It is not e-mailed and will not be shown again."
    footer={<Button onClick={onClose}>I have given them the password</Button>}
  >
    <DescriptionList
      items={[
        { term: 'Email', value: operator.email },
        { term: 'First password', value: <code className={styles.secret}>{password}</code> },
      ]}
    />
    <div>
      <CopyButton text={password} name="Copy password" done="Password copied" variant="secondary" named />
    </div>
  </Dialog>
)
