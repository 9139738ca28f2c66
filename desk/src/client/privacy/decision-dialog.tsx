import { type DeskPrivacyRequest, privacyCalls } from '@sauda/contract/client/privacy'
import { privacyRules } from '@sauda/contract/client/privacy-name'
import { FormDialog, type DialogState } from '../../shell/form-dialog.tsx'
import { useNeedsSecond } from '../../shell/me.ts'
import { needsAdministrator } from '../../shell/outcome-toast.ts'

export interface Decision {
  /** For an erasure without a request, the client. */
  request: Pick<DeskPrivacyRequest, 'clientId' | 'clientName'> & Partial<Pick<DeskPrivacyRequest, '_id' | 'text'>>
  how: 'complete' | 'reject' | 'erase'
}

const words = {
  complete: {
    title: 'Complete the correction',
    description: 'The client gets the answer by e-mail.',
    action: 'Complete',
    field: 'Answer',
  },
  reject: {
    title: 'Reject the request',
    description: 'The client gets the reason by e-mail.',
    action: 'Reject request',
    field: 'Reason',
  },
  erase: {
    title: 'Erase personal data',
    description: 'Documents, contact and bank details and messages are removed for good; ledger entries stay.',
    action: 'Erase data',
    field: 'Reason',
  },
} as const

const calls = { complete: privacyCalls.complete, reject: privacyCalls.reject, erase: privacyCalls.erase } as const

export function DecisionDialog({ request, how, ...dialog }: Decision & DialogState) {
  const { _id = '', clientId, clientName, text } = request
  const { title, description, action, field } = words[how]
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={calls[how]}
      params={{ requestId: _id, clientId }}
      name={`${how} ${_id || clientId}`}
      empty={{ answer: '', name: '' }}
      discardOnClose
      title={title}
      description={how === 'erase' && needsSecond ? `A second administrator must approve. ${description}` : description}
      fields={[
        { own: <p>{text ?? `${clientName} has not requested it in the portal.`}</p> },
        how === 'complete' && {
          name: 'name',
          label: 'Corrected name',
          hint: `Now: ${clientName}. Leave empty if something else was corrected.`,
          optional: true,
        },
        {
          as: 'textarea',
          name: 'answer',
          label: field,
          maxLength: privacyRules.textLength,
          errorOf: how === 'erase' ? 'reason' : 'answer',
        },
      ]}
      body={({ answer: typed, name }) => {
        const answer = typed.replace(/\s+/g, ' ').trim()
        if (how === 'erase') return { reason: answer }
        return { answer, ...(how === 'complete' && name !== '' && { name }) }
      }}
      action={action}
      variant={how === 'erase' ? 'danger' : 'primary'}
      done={({ message }) => message}
      waiting={needsAdministrator}
    />
  )
}
