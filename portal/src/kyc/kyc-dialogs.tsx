import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import type { DialogProps } from '@sauda/ui/dialog'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Stack } from '@sauda/ui/stack'
import { useLayoutEffect, useRef, useState } from 'react'
import { Dialog, useLast } from '../shell/dialog.tsx'
import { later } from '../shell/later.tsx'
import { useSession } from '../shell/session.ts'
import { askedAgain } from './asked.ts'
import { againWords } from './card-words.ts'
import { useKycStatus } from './kyc.api.ts'

// Most visits to the profile need neither the camera nor the contract's schemas.
const DocumentFlow = later(
  () => import('./document-flow.tsx').then((module) => module.DocumentFlow),
  <LoadingBlock label="Loading..." />,
)

type Kind = 'required' | 'progress' | 'upload'

/**
 * The dialogs of the profile screen (section 4). It is one dialog that changes with the stored status, also while the
 * client looks at it, so that the focus never falls behind it.
 */
export function KycDialogs({ onLogOut }: { onLogOut: () => void }) {
  const { isDocsVerified, token } = useSession()
  const [uploading, setUploading] = useState(false)
  const [read, setRead] = useRead(token)
  const kind = uploading ? 'upload' : kindFor(isDocsVerified, read)
  const shown = useLast(kind)

  const primary = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLElement>(null)
  // Before the dialog finds its focus gone with the button before, and takes it to itself a frame later.
  useLayoutEffect(() => {
    primary.current?.focus()
    // Nothing opened this dialog, so there is nothing else to return to.
    heading.current = document.querySelector('h1')
  }, [shown])

  const looks: Record<Kind, Partial<DialogProps> & { title: string }> = {
    required: {
      title: 'KYC Required',
      description: 'Please complete your document verification to access the dashboard.',
      children: <AskedAgain />,
      blocking: true,
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
        </>
      ),
      footer: (
        <Button ref={primary} onClick={() => setRead(true)}>
          OK
        </Button>
      ),
    },
    // Nothing but its own Close closes it, so that no photo is lost by a slip.
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

/** The login whose client has read that the documents are under review: coming back to the profile need not say it again. */
let readIn: string | null = null

function useRead(token: string | null): [read: boolean, setRead: (read: boolean) => void] {
  const [read, setRead] = useState(token !== null && readIn === token)
  const remember = (next: boolean) => {
    readIn = next ? token : null
    setRead(next)
  }
  return [read, remember]
}

/** Which documents the desk asked for again, and why. */
function AskedAgain() {
  const { data } = useKycStatus()
  const again = data ? askedAgain(data.documents) : []
  if (again.length === 0) return null
  return (
    <Stack gap={3}>
      {again.map(({ name, reason }) => (
        <AlertBanner key={name} tone="warn" title={againWords[name]}>
          {reason}
        </AlertBanner>
      ))}
    </Stack>
  )
}
