import type { Right } from '@sauda/contract/call'
import { operatorCalls, type Role, roles } from '@sauda/contract/operator'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { Select } from '@sauda/ui/select'
import { TextField } from '@sauda/ui/text-field'
import { CopyButton } from '@sauda/web/copy-button'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { capitalize } from '../shell/format.ts'
import { useAddOperator } from './operator.api.ts'
import { rightNames } from './right-names.ts'
import styles from './operator.module.css'

const roleOptions = Object.keys(roles).map((value) => ({ value, label: capitalize(value) }))
const rightsText = (role: Role): string =>
  (roles[role] as readonly Right[]).map((right) => rightNames[right]).join(' · ')
const empty = { name: '', email: '', role: 'reviewer' as Role }

export function AddOperator({ open, onClose }: { open: boolean; onClose: () => void }) {
  const add = useAddOperator()
  const form = useFormDialog({ name: 'add operator', empty, mutation: add, onClose })
  const { draft, field } = form
  if (add.data)
    return <FirstPassword open={open} operator={add.data.operator} password={add.data.password} onClose={form.finish} />
  return (
    <FormDialog
      form={form}
      open={open}
      title="Add operator"
      action="Add operator"
      loadingText="Adding"
      onSubmit={(event) =>
        form.submit(event, fieldErrors(operatorCalls.addOperator.body, draft), () => add.mutate({ body: draft }))
      }
    >
      <TextField label="Name" autoComplete="off" {...field('name')} />
      <TextField label="Email" type="email" autoComplete="off" {...field('email')} />
      <Select label="Role" options={roleOptions} hint={rightsText(draft.role)} {...field('role')} />
    </FormDialog>
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
