import type { KycDocumentName } from '@sauda/contract/client/kyc'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button, buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { useLast } from '@sauda/ui/dialog'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Panel, Row, Stack } from '@sauda/ui/stack'
import { ApiError } from '@sauda/web/api-error'
import { useBusy, useObjectUrl } from '@sauda/web/hooks'
import { CircleCheck, FileClock } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useDraft } from '../../shell/draft.ts'
import { LogInFirst } from '../../shell/screen.tsx'
import { awaitsPhotos, setDocsVerified, useSession } from '../../shell/session.ts'
import { forgetPhotos, type KeptPhotos, keepPhotos, type UnsentPhotos, keptPhotos } from './kept-photos.ts'
import type { CardPhoto } from './photo-check.ts'
import {
  type Documents,
  documentsToSend,
  reuploadsOf,
  sentDocuments,
  useDocuments,
  useUploadDocuments,
} from './kyc.api.ts'
import { kycText } from './kyc.text.ts'
import { Actions, PhotoStep } from './photo-step.tsx'
import { VerificationSteps } from './verification-steps.tsx'
import styles from './kyc.module.css'

export interface DocumentFlowProps {
  confirmLabel: 'Upload documents' | 'Confirm Upload'
  onClose?: () => void
}

export function DocumentFlow({ confirmLabel, onClose }: DocumentFlowProps) {
  const { status, documents } = useDocuments()
  // The photos stay while the login has ended, and go when another client logs in.
  const owner = useLast(useSession().userId ?? undefined)
  const known = status.data?.isDocsVerified
  // Outside the account area nothing else refreshes the stored status.
  useEffect(() => {
    if (known) setDocsVerified(known)
  }, [known])

  const close = onClose && (
    <Button variant="ghost" onClick={onClose}>
      Close
    </Button>
  )
  if (documents) return <Steps key={owner} documents={documents} confirmLabel={confirmLabel} close={close} />
  return (
    <>
      {status.isPending ? (
        <LoadingBlock label="Loading..." />
      ) : (
        <ErrorState title="Your document status could not be loaded" query={status} />
      )}
      {close && <Actions>{close}</Actions>}
    </>
  )
}

interface StepsProps {
  documents: Documents
  confirmLabel: DocumentFlowProps['confirmLabel']
  close: ReactNode
}

function Steps({ documents, confirmLabel, close }: StepsProps) {
  const flow = useVerification(documents)
  const { step, photos, confirmed } = flow
  const changed = useChanged(step)
  const Surface = close ? Stack : Card
  // The modal replaces another dialog, which had the focus.
  const moved = changed || close !== undefined

  if (step === 'completed') return <Completed moved={moved} close={close} />
  if (step === 'upload')
    return (
      // Replaces the button that had the focus.
      <Stack gap={6} tabIndex={-1} ref={focusOn}>
        {flow.percent === 100 ? (
          <ProgressBar label="Checking your photos" />
        ) : (
          <ProgressBar label="Sending your documents" percent={flow.percent ?? 0} />
        )}
        <p>Please keep this page open until the upload is complete.</p>
        {close && <Actions>{close}</Actions>}
      </Stack>
    )
  const reupload = reuploadsOf(documents).find(({ name }) => name === step)
  return (
    <>
      <VerificationSteps current={step} done={[...sentDocuments(documents), ...confirmed]} />
      <Surface>
        {flow.isLoginMissing && <LogInFirst>{kycText.logInFirst}</LogInFirst>}
        {flow.error !== undefined && (
          <AlertBanner tone="error" title="Upload failed. Try again.">
            {flow.error}
          </AlertBanner>
        )}
        {confirmed.map((name) => (
          <ConfirmedCard key={name} name={name} photo={photos[name]} onChange={() => flow.change(name)} />
        ))}
        <PhotoStep
          key={step}
          name={step}
          photo={photos[step]}
          reuploadReason={reupload?.reason}
          moved={moved}
          confirmLabel={confirmLabel}
          onPhoto={(photo) => flow.choose(step, photo)}
          onConfirm={(photo) => flow.confirm(step, photo)}
          close={close}
        />
      </Surface>
    </>
  )
}

function useChanged(value: string): boolean {
  const [first, setFirst] = useState<string | undefined>(value)
  if (first !== undefined && first !== value) setFirst(undefined)
  return first !== value
}

const focusOn = (element: HTMLElement | null): void => element?.focus()

interface ConfirmedCardProps {
  name: KycDocumentName
  photo: CardPhoto | undefined
  onChange: () => void
}

function ConfirmedCard({ name, photo, onChange }: ConfirmedCardProps) {
  const url = useObjectUrl(photo?.blob)
  return (
    <Row as={Panel} tight className={styles.card}>
      {url && <img src={url} alt="" />}
      <p className="icon-text sm">
        <CircleCheck size={16} className="gain" />
        {kycText.ready[name]}
      </p>
      <Button variant="ghost" size="small" onClick={onChange}>
        Change
      </Button>
    </Row>
  )
}

function Completed({ moved, close }: { moved: boolean; close: ReactNode }) {
  const { isDocsVerified } = useSession()
  const verified = isDocsVerified === 'VERIFIED'
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (moved) message.current?.focus()
  }, [moved])
  const next = (
    <Link to="/profile/verify-bank-details" className={buttonClass('primary')}>
      Verify Bank Details
    </Link>
  )
  return (
    <>
      <div ref={message} tabIndex={-1}>
        <EmptyState
          title={verified ? 'Your documents are verified' : "We've received your documents"}
          icon={verified ? <CircleCheck /> : <FileClock />}
          action={!close && next}
        >
          {verified
            ? 'You can now use every screen.'
            : 'We’re checking them. Meanwhile, add the bank account for your withdrawals.'}
        </EmptyState>
      </div>
      {close && (
        <Actions>
          {close}
          {next}
        </Actions>
      )}
    </>
  )
}

type Photos = UnsentPhotos['photos']

/** Restores the photos after the page was loaded again, and keeps each from then on. */
function useKeptPhotos(
  userId: string | null,
  { photos, confirmed }: UnsentPhotos,
  onRestore: (kept: UnsentPhotos) => void,
) {
  const [isRead, setRead] = useState(false)
  const began = useRef<number>(undefined)
  const restore = useEffectEvent((kept: KeptPhotos | undefined) => {
    began.current ??= kept?.at
    if (kept && Object.keys(photos).length === 0) onRestore(kept)
    setRead(true)
  })
  useEffect(() => {
    if (userId !== null) void keptPhotos(userId).then(restore)
  }, [userId])
  useEffect(() => {
    if (userId === null || !isRead) return
    began.current = Object.values(photos).some(Boolean) ? (began.current ?? Date.now()) : undefined
    keepPhotos(userId, { photos, confirmed, at: began.current ?? 0 })
  }, [userId, isRead, photos, confirmed])
}

/** Section 4: one card after the other, upload, completed. */
function useVerification(documents: Documents) {
  const { isDocsVerified, token, userId } = useSession()
  const [photos, setPhotos] = useDraft<Photos>('photos', {}, true)
  const [confirmed, setConfirmed] = useState<readonly KycDocumentName[]>([])
  /** Undefined if nothing failed; empty if the server gave no reason. */
  const [error, setError] = useState<string>()
  const [isLoginMissing, setLoginMissing] = useState(false)
  const { upload, percent } = useUploadDocuments()
  const [, run] = useBusy()

  const toSend = documentsToSend(documents)
  useKeptPhotos(userId, { photos, confirmed }, (kept) => {
    setPhotos(kept.photos)
    // If all were confirmed, the upload was interrupted: confirming again sends them.
    setConfirmed(toSend.every((name) => kept.confirmed.includes(name)) ? [] : kept.confirmed)
  })
  const isCompleted = toSend.length === 0 || (token !== null && !awaitsPhotos(isDocsVerified))
  const step = isCompleted ? 'completed' : (toSend.find((name) => !confirmed.includes(name)) ?? 'upload')

  const send = async (ready: Photos) => {
    setLoginMissing(token === null)
    if (token === null) return setConfirmed([])
    try {
      const qr = toSend.includes('aadhaar') ? await ready.aadhaar?.qr : undefined
      await upload(Object.fromEntries(toSend.map((name) => [name, ready[name]?.blob])), qr)
      setPhotos({})
      // Also if this screen was left meanwhile.
      if (userId !== null) forgetPhotos(userId)
      setError(undefined)
    } catch (caught) {
      const { kind, status, serverMessage } = caught instanceof ApiError ? caught : new ApiError('network')
      if (kind === 'aborted') return
      // A rejected photo must be replaced; after a lost connection the same photos can be sent again.
      const isRejected = status >= 400 && status < 500
      setError(isRejected ? (serverMessage ?? '') : 'Your photos are still here. Confirm them to send them again.')
      if (isRejected) setPhotos({})
    } finally {
      setConfirmed([])
    }
  }
  const confirm = (name: KycDocumentName, photo: CardPhoto) => {
    const ready = { ...photos, [name]: photo }
    const nextConfirmed = [...confirmed, name]
    setPhotos(ready)
    setConfirmed(nextConfirmed)
    if (toSend.every((each) => nextConfirmed.includes(each))) void run(() => send(ready))
  }
  return {
    step,
    toSend,
    photos,
    confirmed,
    error,
    isLoginMissing,
    percent,
    choose: (name: KycDocumentName, photo: CardPhoto | undefined) => setPhotos({ ...photos, [name]: photo }),
    confirm,
    change: (name: KycDocumentName) => setConfirmed(confirmed.filter((each) => each !== name)),
  } as const
}
