import { clientCalls } from '@sauda/contract/client'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { Textarea } from '@sauda/ui/textarea'
import { appToast } from '@sauda/ui/toast'
import { useState, type SubmitEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { focusFirstError } from '../shell/focus-first-error.ts'
import { discardDraft, useDraft } from '../shell/draft.ts'
import { useMe } from '../shell/me.ts'
import { useFreeze } from './client.api.ts'

interface FreezeDialogProps {
  clientId: string
  name: string
  freeze: boolean
  open: boolean
  onClose: () => void
}

export function FreezeDialog({ clientId, name, freeze, open, onClose }: FreezeDialogProps) {
  const send = useFreeze(clientId, freeze)
  const draftName = `freeze ${useMe().data?._id} ${clientId}`
  const { draft, change } = useDraft(draftName, { reason: '' })
  const [fault, setFault] = useState<string>()
  const close = () => {
    send.reset()
    setFault(undefined)
    onClose()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = clientCalls.freeze.body.safeParse(draft)
    setFault(checked.error?.issues[0]?.message)
    if (!checked.success) return focusFirstError(event.currentTarget)
    send.mutate(checked.data.reason, {
      onSuccess: () => {
        appToast.success(freeze ? `${name} can no longer log in` : `${name} can log in again`)
        change({ reason: '' })
        discardDraft(draftName)
        close()
      },
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      busy={send.isPending}
      title={freeze ? `Freeze ${name}’s login` : `Unfreeze ${name}’s login`}
      description={
        freeze
          ? 'They are logged out now and cannot log in until an operator unfreezes the login.'
          : 'They can log in again at once.'
      }
      action={
        <Button type="submit" form="freeze" variant={freeze ? 'danger' : 'primary'} loading={send.isPending}>
          {freeze ? 'Freeze login' : 'Unfreeze login'}
        </Button>
      }
    >
      <form id="freeze" noValidate onSubmit={submit}>
        <Textarea
          label="Reason"
          hint="Stored in the audit trail."
          maxLength={300}
          value={draft.reason}
          error={fault}
          onChange={(event) => {
            change({ reason: event.target.value })
            setFault(undefined)
          }}
        />
      </form>
      {send.error && <AlertBanner tone="error">{errorMessage(send.error)}</AlertBanner>}
    </Dialog>
  )
}
