import { FileCheck } from 'lucide-react'
import { LogInFirst } from '../shell/screen.tsx'
import { Screen } from '../shell/screen.tsx'
import { useSession } from '../shell/session.ts'
import { DocumentFlow } from './document-flow.tsx'
import { documentsToSend, useKycStatus } from './kyc.api.ts'
import { neededText } from './kyc.text.ts'

export default function VerifyDocx() {
  const { token } = useSession()
  const { data } = useKycStatus()
  return (
    <Screen
      title="Verify Your Documents"
      icon={<FileCheck />}
      description={data && neededText(documentsToSend(data.documents))}
    >
      {token ? (
        <DocumentFlow confirmLabel="Upload documents" />
      ) : (
        <LogInFirst>Log in so that only you and our reviewers can see your photos.</LogInFirst>
      )}
    </Screen>
  )
}
