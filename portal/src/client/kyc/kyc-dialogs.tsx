import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Stack } from '@sauda/ui/stack'
import { expectedText } from '@sauda/web/expected'
import { useNow } from '@sauda/web/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import { Dialog, useLast, type DialogProps } from '@sauda/ui/dialog'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { Reply } from '../../shell/reply.tsx'
import { useSession } from '../../shell/session.ts'
import { documentsToSend, reuploadsOf, useKycReply, useKycStatus } from './kyc.api.ts'
import { kycText, neededText } from './kyc.text.ts'

// Loaded on demand, because most visits to the profile upload nothing.
const DocumentFlow = lazyPart(
  () => import('./document-flow.tsx').then((module) => module.DocumentFlow),
  <LoadingBlock label="Loading..." />,
)

type Kind = 'required' | 'progress' | 'upload'

/** Section 4. One dialog whose content follows the status, so that the focus stays in it. */
export function KycDialogs({ onLogOut }: { onLogOut: () => void }) {
  const { isDocsVerified } = useSession()
  const [uploading, setUploading] = useState(false)
  const [read, setRead] = useState(false)
  const kind = uploading ? 'upload' : kindFor(isDocsVerified, read)
  const shown = useLast(kind)

  const primary = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLElement>(null)
  // In a layout effect, so that the focus never rests on a removed button.
  useLayoutEffect(() => {
    primary.current?.focus()
    // No button opened this dialog, so the focus returns to the heading.
    heading.current = document.querySelector('h1')
  }, [shown])

  const looks: Record<Kind, Partial<DialogProps> & { title: string }> = {
    required: {
      title: 'KYC Required',
      description: 'Please complete your document verification to access the dashboard.',
      children: <Needed />,
      blocking: true,
      // The profile shows it whenever it is opened; Back leaves the profile.
      inAddress: true,
      footer: (
        <>
          <Button variant="ghost" onClick={onLogOut}>
            Logout
          </Button>
          <Button
            ref={primary}
            onClick={() => {
              setRead(false)
              setUploading(true)
            }}
          >
            Verify Now
          </Button>
        </>
      ),
    },
    progress: {
      title: 'KYC In Progress',
      description: (
        <>
          We&apos;ve received your documents. Please wait while we verify them.
          <br />
          You&apos;ll be notified once it&apos;s done.
          <CheckedBy />
        </>
      ),
      footer: (
        <Button ref={primary} onClick={() => setRead(true)}>
          OK
        </Button>
      ),
    },
    // Only its own Close closes it, so that Escape or Back does not lose a photo.
    upload: {
      title: 'Verify Your Documents',
      blocking: true,
      children: <DocumentFlow confirmLabel="Confirm Upload" onClose={() => setUploading(false)} />,
    },
  }
  if (!shown) return null
  return (
    <Dialog
      open={kind !== undefined}
      onOpenChange={() => setRead(true)}
      initialFocus={primary}
      finalFocus={heading}
      {...looks[shown]}
    />
  )
}

function kindFor(isDocsVerified: string | null, read: boolean): Kind | undefined {
  if (isDocsVerified === 'UNVERIFIED') return 'required'
  return isDocsVerified === 'PENDING' && !read ? 'progress' : undefined
}

/** By when the documents are checked. */
function CheckedBy() {
  const expected = expectedText({ of: 'documents', targetAt: useKycStatus().data?.targetAt }, useNow())
  return expected && ` ${expected}.`
}

function Needed() {
  const { data } = useKycStatus()
  if (data && reuploadsOf(data.documents).length > 0) return <Reuploads />
  return data && <p>{neededText(documentsToSend(data.documents))}</p>
}

export function Reuploads() {
  const { data } = useKycStatus()
  const send = useKycReply()
  const reuploads = data ? reuploadsOf(data.documents) : []
  if (reuploads.length === 0) return null
  return (
    <Stack gap={3}>
      {reuploads.map(({ name, reason }) => (
        <AlertBanner key={name} tone="warn" title={kycText.reupload[name]}>
          {reason}
        </AlertBanner>
      ))}
      <Reply label="Reply instead" hint={kycText.replyHint} send={send} />
    </Stack>
  )
}
