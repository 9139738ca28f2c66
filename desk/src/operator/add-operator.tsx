import type { Right } from '@sauda/contract/call'
import { operatorCalls, type Role, roles } from '@sauda/contract/operator'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { Select } from '@sauda/ui/select'
import { TextField } from '@sauda/ui/text-field'
import { errorMessage } from '@sauda/web/api-error'
import { CopyButton } from '@sauda/web/copy-button'
import { type SubmitEvent, useState } from 'react'
import { discardDraft, useDraft } from '../shell/draft.ts'
import { fieldErrors, focusFirstError } from '../shell/field-errors.ts'
import { useMe } from '../shell/me.ts'
import { capitalize } from '../shell/format.ts'
import { useAddOperator } from './operator.api.ts'
import { rightNames } from './right-names.ts'
import layout from '../shell/layout.module.css'
import styles from './operator.module.css'

const roleOptions = Object.keys(roles).map((value) => ({ value, label: capitalize(value) }))
const may = (role: Role): string => (roles[role] as readonly Right[]).map((right) => rightNames[right]).join(' · ')
const empty = { name: '', email: '', role: 'reviewer' as Role }

export function AddOperator({ open, onClose }: { open: boolean; onClose: () => void }) {
  const add = useAddOperator()
  const draftName = `add operator ${useMe().data?._id}`
  const { draft: typed, change } = useDraft(draftName, empty)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const close = () => {
    add.reset()
    setFaults({})
    onClose()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = fieldErrors(operatorCalls.addOperator.body, typed)
    setFaults(found ?? {})
    if (found) return focusFirstError(event.currentTarget)
    add.mutate(typed, {
      onSuccess: () => {
        change(empty)
        discardDraft(draftName)
      },
    })
  }
  if (add.data)
    return <FirstPassword open={open} operator={add.data.operator} password={add.data.password} onClose={close} />
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      busy={add.isPending}
      title="Add operator"
      action={
        <Button type="submit" form="add-operator" loading={add.isPending} loadingText="Adding">
          Add operator
        </Button>
      }
    >
      <form id="add-operator" noValidate onSubmit={submit} className={layout.form}>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          value={typed.name}
          error={faults['name']}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          value={typed.email}
          error={faults['email']}
          onChange={(event) => change({ email: event.target.value })}
        />
        <Select
          label="Role"
          name="role"
          options={roleOptions}
          value={typed.role}
          hint={may(typed.role)}
          onChange={(event) => change({ role: event.target.value as Role })}
        />
        {add.error && <AlertBanner tone="error">{errorMessage(add.error)}</AlertBanner>}
      </form>
    </Dialog>
  )
}

interface FirstPasswordProps {
  open: boolean
  operator: { name: string; email: string }
  password: string
  onClose: () => void
}

/** Shown only here, so the dialog stays until it is closed on purpose. */
function FirstPassword({ open, operator, password, onClose }: FirstPasswordProps) {
  return (
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
}
