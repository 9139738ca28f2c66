import { operatorCalls, rightNames } from '@sauda/contract/broker/operator'
import type { Reply } from '@sauda/contract/platform/call'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { CopyButton } from '@sauda/web/copy-button'
import { useState } from 'react'
import { FormDialog, type DialogState } from '../../shell/form-dialog.tsx'
import { capitalize } from '../../shell/format.ts'
import { needsAdministrator } from '../../shell/outcome-toast.ts'
import { useRoles } from './operator.api.ts'
import type { RoleLine } from './role-name.tsx'
import styles from './operator.module.css'

const empty = { name: '', email: '', role: 'reviewer' }

export function AddOperator({ open, onClose }: DialogState) {
  const roles = useRoles()
  const [added, setAdded] = useState<Reply<typeof operatorCalls.addOperator>>()
  const { operator, password } = added ?? {}
  if (operator && password !== undefined)
    return <FirstPassword operator={operator} password={password} onClose={() => setAdded(undefined)} />
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      call={operatorCalls.addOperator}
      name="add operator"
      empty={empty}
      title="Add operator"
      fields={({ draft }) => [
        { name: 'name', label: 'Name' },
        { name: 'email', label: 'Email', type: 'email' },
        roleField(roles, draft.role),
      ]}
      action="Add operator"
      loadingText="Adding"
      // Without a password to show, the operator gets an invitation.
      done={(reply, { name }) => (reply.password === undefined ? `${name} was invited by e-mail` : undefined)}
      waiting={needsAdministrator}
      onDone={setAdded}
    />
  )
}

/** With the rights of the chosen role. */
export const roleField = (roles: readonly RoleLine[], role: string) =>
  ({
    as: 'select',
    name: 'role',
    label: 'Role',
    options: roles.map(({ role: value }) => ({ value, label: capitalize(value) })),
    hint: roles
      .find((each) => each.role === role)
      ?.rights.map((right) => rightNames[right])
      .join(' · '),
  }) as const

interface FirstPasswordProps {
  operator: { name: string; email: string }
  password: string
  onClose: () => void
}

/** Shown only here, so the dialog stays until it is closed on purpose. */
const FirstPassword = ({ operator, password, onClose }: FirstPasswordProps) => (
  <Dialog
    open
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
