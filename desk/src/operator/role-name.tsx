import type { Reply } from '@sauda/contract/call'
import { operatorCalls } from '@sauda/contract/operator'
import { TextField } from '@sauda/ui/text-field'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { needsAdministrator, type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { useRenameRole, useRetireRole } from './operator.api.ts'

export type RoleLine = Reply<typeof operatorCalls.operators>['roles'][number]

interface RoleDialogProps {
  line: RoleLine
  open: boolean
  onClose: () => void
}

export function RenameRole({ line: { role }, open, onClose }: RoleDialogProps) {
  const rename = useRenameRole()
  const form = useFormDialog({
    name: `rename ${role}`,
    empty: { name: role },
    mutation: rename,
    onClose,
    discardOnClose: true,
  })
  const { draft, field } = form
  const onSuccess = (reply: Outcome) => {
    toastOutcome(reply, `The role ${role} is now ${draft.name}`, needsAdministrator)
    form.close()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Rename the role ${role}`}
      description="No operator has this role. Earlier records of the audit trail keep the old name."
      action="Rename"
      disabled={draft.name === role}
      onSubmit={(event) =>
        form.submit(event, fieldErrors(operatorCalls.renameRole.body, draft), () =>
          rename.mutate({ params: { role }, body: draft }, { onSuccess }),
        )
      }
    >
      <TextField label="Name" autoComplete="off" {...field('name')} />
    </FormDialog>
  )
}

export function RetireRole({ line: { role }, open, onClose }: RoleDialogProps) {
  const retire = useRetireRole()
  const close = () => {
    retire.reset()
    onClose()
  }
  const onSuccess = (reply: Outcome) => {
    toastOutcome(reply, `The role ${role} is retired`, needsAdministrator)
    close()
  }
  return (
    <FormDialog
      form={{ mutation: retire, close }}
      open={open}
      title={`Retire the role ${role}`}
      description="No operator has this role. It can no longer be assigned, and its name can be used again."
      action="Retire"
      variant="danger"
      onConfirm={() => retire.mutate({ params: { role } }, { onSuccess })}
    />
  )
}
