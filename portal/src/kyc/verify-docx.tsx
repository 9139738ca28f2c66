import { FileCheck } from 'lucide-react'
import { LogInFirst } from '../shell/log-in-first.tsx'
import { Screen } from '../shell/screen.tsx'
import { useSession } from '../shell/session.ts'
import { DocumentFlow } from './document-flow.tsx'

/** Document verification as a screen of its own. */
export default function VerifyDocx() {
  const { token, isDocsVerified } = useSession()
  const isSent = isDocsVerified === 'PENDING' || isDocsVerified === 'VERIFIED'
  return (
    <Screen
      title="Verify Your Documents"
      icon={<FileCheck aria-hidden="true" />}
      description={!isSent && 'We need the front of your PAN card and the front of your Aadhar card, once.'}
    >
      {token ? (
        <DocumentFlow confirmLabel="Upload documents" />
      ) : (
        <LogInFirst>Log in so that your photos reach only you and our reviewers.</LogInFirst>
      )}
    </Screen>
  )
}
