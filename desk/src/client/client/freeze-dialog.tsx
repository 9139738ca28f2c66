import { clientCalls } from '@sauda/contract/client/client'
import { FormDialog, reasonField, type DialogState } from '../../shell/form-dialog.tsx'
import { useNeedsSecond } from '../../shell/me.ts'
import { needsAdministrator } from '../../shell/outcome-toast.ts'

type FreezeDialogProps = DialogState & { clientId: string; name: string; freeze: boolean }

export function FreezeDialog({ clientId, name, freeze, ...dialog }: FreezeDialogProps) {
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={freeze ? clientCalls.freeze : clientCalls.unfreeze}
      params={{ clientId }}
      name={`freeze ${clientId}`}
      empty={{ reason: '' }}
      title={freeze ? `Freeze ${name}’s login` : `Unfreeze ${name}’s login`}
      description={
        freeze
          ? 'They are logged out now and cannot log in until an operator unfreezes the login.'
          : `They can log in again at once.${needsSecond ? ' If another operator froze the login, a second administrator must approve this first.' : ''}`
      }
      fields={[reasonField('Stored in the audit trail.', 3)]}
      action={freeze ? 'Freeze login' : 'Unfreeze login'}
      variant={freeze ? 'danger' : 'primary'}
      done={freeze ? `${name} can no longer log in` : `${name} can log in again`}
      waiting={needsAdministrator}
    />
  )
}
