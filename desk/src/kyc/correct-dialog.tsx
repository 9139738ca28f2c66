import { kycCalls, type kycCorrections, kycDocumentNames } from '@sauda/contract/kyc'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Textarea } from '@sauda/ui/text-field'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useNeedsSecond } from '../shell/me.ts'
import { type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { cardNames } from './decision.ts'
import { type Submission, useCorrect } from './kyc.api.ts'

interface CorrectDialogProps {
  submission: Pick<Submission, 'clientId' | 'clientName'>
  open: boolean
  onClose: () => void
}

const corrections = [
  { value: 'reopen', label: 'Reopen', note: 'The same photos are reviewed again.' },
  { value: 'revoke', label: 'Revoke', note: 'The client must send new photos.' },
] as const satisfies readonly { value: (typeof kycCorrections)[number]; label: string; note: string }[]

const documents = [
  ...kycDocumentNames.map((name) => ({ value: name, label: cardNames[name] })),
  { value: 'both', label: 'Both' },
] as const

const empty: { correction: string; documents: string; reason: string } = { correction: '', documents: '', reason: '' }

/** Ends a verification once a second operator approves it. */
export function CorrectDialog({ submission: { clientId, clientName }, open, onClose }: CorrectDialogProps) {
  const correct = useCorrect(clientId)
  const form = useFormDialog({ name: `correct ${clientId}`, empty, mutation: correct, onClose })
  const { draft, errors, edit } = form
  const needsSecond = useNeedsSecond()
  const chosen = kycDocumentNames.filter((name) => draft.documents === name || draft.documents === 'both')
  const checked = kycCalls.correct.body.safeParse({ ...draft, documents: chosen })
  const onSuccess = (reply: Outcome) => {
    toastOutcome(reply, `${clientName} is no longer verified`)
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title="Reopen or revoke the verification"
      description={`${clientName} cannot add funds, request a withdrawal or a loan, or buy until the documents are accepted again. Balance, positions and requested withdrawals are not affected.${needsSecond ? ' A second operator must approve it.' : ''}`}
      action={needsSecond ? 'Request approval' : 'Correct'}
      loadingText={needsSecond ? 'Requesting' : 'Correcting'}
      onSubmit={(event) =>
        form.submit(
          event,
          fieldErrors(kycCalls.correct.body, { ...draft, documents: chosen }),
          () => checked.success && correct.mutate(checked.data, { onSuccess }),
        )
      }
    >
      <RadioGroup
        label="Correction"
        options={corrections}
        value={draft.correction || null}
        error={errors['correction']}
        onValueChange={(correction) => edit({ correction })}
      />
      <RadioGroup
        label="Documents"
        look="segmented"
        options={documents}
        value={draft.documents || null}
        error={errors['documents']}
        onValueChange={(next) => edit({ documents: next })}
      />
      <Textarea label="Reason" hint="Shown to the client." rows={3} maxLength={300} {...form.field('reason')} />
    </FormDialog>
  )
}
