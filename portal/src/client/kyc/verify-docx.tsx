import { FileCheck } from 'lucide-react'
import { Screen } from '../../shell/screen.tsx'
import { DocumentFlow } from './document-flow.tsx'
import { documentsToSend, useDocuments } from './kyc.api.ts'
import { neededText } from './kyc.text.ts'

export default function VerifyDocx() {
  const { documents } = useDocuments()
  return (
    <Screen
      title="Verify Your Documents"
      icon={<FileCheck />}
      description={documents && neededText(documentsToSend(documents))}
    >
      <DocumentFlow confirmLabel="Upload documents" />
    </Screen>
  )
}
