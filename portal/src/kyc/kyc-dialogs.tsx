import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../shell/session.ts'
import { askedAgain } from './asked.ts'
import { cardNames } from './card-words.ts'
import { useKycStatus } from './kyc.api.ts'

// Most visits to the profile need neither the camera nor the contract's schemas.
const UploadDialog = lazy(() => import('./upload-dialog.tsx').then((module) => ({ default: module.UploadDialog })))

/** The dialogs of the profile screen (section 4); which one is open follows the stored status, also while it changes. */
export function KycDialogs({ onLogOut }: { onLogOut: () => void }) {
  const { isDocsVerified } = useSession()
  const [upload, setUpload] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const uploading = upload === 'open'
  const [read, setRead] = useState(false)
  return (
    <>
      <Required
        open={isDocsVerified === 'UNVERIFIED' && !uploading}
        onVerify={() => {
          setRead(false)
          setUpload('open')
        }}
        onLogOut={onLogOut}
      />
      <InProgress open={isDocsVerified === 'PENDING' && !uploading && !read} onClose={() => setRead(true)} />
      {upload !== 'unopened' && (
        <Suspense>
          <UploadDialog open={uploading} onClose={() => setUpload('closed')} />
        </Suspense>
      )}
    </>
  )
}

interface RequiredProps {
  open: boolean
  onVerify: () => void
  onLogOut: () => void
}

function Required({ open, onVerify, onLogOut }: RequiredProps) {
  const { data } = useKycStatus()
  const again = data ? askedAgain(data.documents) : []
  return (
    <Dialog
      open={open}
      title="KYC Required"
      description="Please complete your document verification to access the dashboard."
      blocking
      footer={
        <>
          <Button variant="ghost" onClick={onLogOut}>
            Logout
          </Button>
          <Button onClick={onVerify}>Verify Now</Button>
        </>
      }
    >
      {again.map(({ name, reason }) => (
        <AlertBanner key={name} tone="warn" title={`${cardNames[name]}: please send it again`}>
          {reason}
        </AlertBanner>
      ))}
    </Dialog>
  )
}

function InProgress({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="KYC In Progress"
      description={
        <>
          We&apos;ve received your documents. Please wait while we verify them.
          <br />
          You&apos;ll be notified once it&apos;s done.
        </>
      }
      footer={<Button onClick={onClose}>OK</Button>}
    />
  )
}
