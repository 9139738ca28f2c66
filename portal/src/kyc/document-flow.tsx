import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { ErrorState } from '@sauda/ui/error-state'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Stack } from '@sauda/ui/stack'
import { Stepper } from '@sauda/ui/stepper'
import { useEffect, useState, type ReactNode } from 'react'
import { setDocsVerified } from '../shell/session.ts'
import { Actions } from './actions.tsx'
import { askedAgain, type Documents } from './asked.ts'
import { Completed } from './completed.tsx'
import { ConfirmedCard } from './confirmed-card.tsx'
import { useKycStatus } from './kyc.api.ts'
import { PhotoStep } from './photo-step.tsx'
import { useVerification } from './use-verification.ts'

export interface DocumentFlowProps {
  /** On the button that takes a photo as it is (section 2). */
  confirmLabel: 'Upload documents' | 'Confirm Upload'
  /** Only the modal has it. */
  onClose?: () => void
}

/** Both variants of document verification: what is asked for is known from the server. */
export function DocumentFlow({ confirmLabel, onClose }: DocumentFlowProps) {
  const status = useKycStatus()
  const known = status.data?.isDocsVerified
  // The screen outside the account area has nobody else to keep the stored status true.
  useEffect(() => {
    if (known) setDocsVerified(known)
  }, [known])

  const close = onClose && (
    <Button variant="ghost" onClick={onClose}>
      Close
    </Button>
  )
  if (status.data) return <Steps documents={status.data.documents} confirmLabel={confirmLabel} close={close} />
  return (
    <>
      {status.isPending ? (
        <LoadingBlock label="Loading..." />
      ) : (
        <ErrorState title="We could not look up which documents are needed" query={status} />
      )}
      {close && <Actions>{close}</Actions>}
    </>
  )
}

interface StepsProps {
  documents: Documents
  confirmLabel: DocumentFlowProps['confirmLabel']
  /** Only the modal has it. */
  close: ReactNode
}

function Steps({ documents, confirmLabel, close }: StepsProps) {
  const flow = useVerification(documents)
  const { step, asked, photos, confirmed } = flow
  const changed = useChanged(step)
  // The modal takes the place of another dialog, which had the focus.
  const moved = changed || close !== undefined

  if (step === 'completed') return <Completed moved={moved} close={close} />
  if (step === 'upload')
    return (
      // The button that was pressed is gone.
      <Stack gap={6} tabIndex={-1} ref={focusOn}>
        {flow.percent === 100 ? (
          <ProgressBar label="Checking your photos" />
        ) : (
          <ProgressBar label="Sending your documents" percent={flow.percent ?? 0} />
        )}
        <p>Please keep this page open until it is done.</p>
        {close && <Actions>{close}</Actions>}
      </Stack>
    )
  const again = askedAgain(documents).find(({ name }) => name === step)
  return (
    <Stack gap={6}>
      {flow.fault !== undefined && (
        <AlertBanner tone="error" title="Upload failed. Try again.">
          {flow.fault}
        </AlertBanner>
      )}
      {asked.length > 1 && <Stepper step={asked.indexOf(step) + 1} of={asked.length} />}
      {confirmed.map((name) => (
        <ConfirmedCard key={name} name={name} photo={photos[name]} onChange={() => flow.change(name)} />
      ))}
      <PhotoStep
        key={step}
        name={step}
        photo={photos[step]}
        again={again?.reason}
        moved={moved}
        confirmLabel={confirmLabel}
        onPhoto={(photo) => flow.choose(step, photo)}
        onConfirm={(photo) => flow.confirm(step, photo)}
        close={close}
      />
    </Stack>
  )
}

/** True once the value has been another one: what stands there now came after something the client did. */
function useChanged(value: string): boolean {
  const [first, setFirst] = useState<string | undefined>(value)
  if (first !== undefined && first !== value) setFirst(undefined)
  return first !== value
}

const focusOn = (element: HTMLElement | null): void => element?.focus()
