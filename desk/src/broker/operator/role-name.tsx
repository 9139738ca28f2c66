import { operatorCalls } from '@sauda/contract/broker/operator'
import type { Reply } from '@sauda/contract/platform/call'
import { FormDialog, type DialogState } from '../../shell/form-dialog.tsx'
import { needsAdministrator } from '../../shell/outcome-toast.ts'

export type RoleLine = Reply<typeof operatorCalls.operators>['roles'][number]

type RoleDialogProps = DialogState & { line: RoleLine }

export const RenameRole = ({ line: { role }, ...dialog }: RoleDialogProps) => (
  <FormDialog
    {...dialog}
    call={operatorCalls.renameRole}
    params={{ role }}
    name={`rename ${role}`}
    empty={{ name: role }}
    discardOnClose
    title={`Rename the role ${role}`}
    description="No operator has this role. Earlier records of the audit trail keep the old name."
    fields={[{ name: 'name', label: 'Name' }]}
    action="Rename"
    disabled={({ name }) => name === role}
    done={(_, { name }) => `The role ${role} is now ${name}`}
    waiting={needsAdministrator}
  />
)

export const RetireRole = ({ line: { role }, ...dialog }: RoleDialogProps) => (
  <FormDialog
    {...dialog}
    call={operatorCalls.retireRole}
    params={{ role }}
    title={`Retire the role ${role}`}
    description="No operator has this role. It can no longer be assigned, and its name can be used again."
    action="Retire"
    variant="danger"
    done={`The role ${role} is retired`}
    waiting={needsAdministrator}
  />
)
