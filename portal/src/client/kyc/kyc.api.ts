import type { Reply } from '@sauda/contract/platform/call'
import { kycCalls, type KycDocumentName } from '@sauda/contract/client/kyc'
import { useEffect, useRef, useState } from 'react'
import { standard } from '../../shell/api.ts'
import { useClientQuery, useRefetch } from '../../shell/query.tsx'
import type { ReplyInput } from '../../shell/reply-form.tsx'
import { setDocsVerified, useSession } from '../../shell/session.ts'

// Written out here, because the first view must not load the contract's schemas for it.
const inOrder: readonly KycDocumentName[] = ['pan', 'aadhaar']

export type Documents = Reply<typeof kycCalls.status>['documents']

/** The documents still to be sent, in the order of section 4: both, or only the one to re-upload. */
export function documentsToSend(documents: Documents): KycDocumentName[] {
  return inOrder.filter((name) => ['missing', 'refused'].includes(documents[name].status))
}

export const sentDocuments = (documents: Documents): KycDocumentName[] =>
  inOrder.filter((name) => !documentsToSend(documents).includes(name))

export function reuploadsOf(documents: Documents): { name: KycDocumentName; reason: string }[] {
  return inOrder.flatMap((name) =>
    documents[name].status === 'refused' ? [{ name, reason: documents[name].reason ?? '' }] : [],
  )
}

export const useKycStatus = () => useClientQuery(kycCalls.status)

const noDocuments: Documents = { pan: { status: 'missing' }, aadhaar: { status: 'missing' } }

/** Without a session both documents are still to be sent: the screen has no login check (section 2). */
export function useDocuments() {
  const { token } = useSession()
  const status = useKycStatus()
  return { status, documents: token === null ? noDocuments : status.data?.documents }
}

export function useKycReply() {
  const refetch = useRefetch()
  return async (input: ReplyInput, onProgress: (percent: number) => void) => {
    try {
      const answer = await standard.send(kycCalls.reply, input, { onProgress })
      setDocsVerified(answer.isDocsVerified)
      return answer
    } finally {
      void refetch('kyc')
    }
  }
}

/** Leaving the screen cancels the upload. */
export function useUploadDocuments() {
  const refetch = useRefetch()
  const [percent, setPercent] = useState<number>()
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const upload = async (images: Partial<Record<KycDocumentName, Blob>>, aadhaarQr?: string): Promise<void> => {
    controller.current = new AbortController()
    setPercent(0)
    try {
      const { user } = await standard.send(
        kycCalls.upload,
        { images, body: aadhaarQr === undefined ? {} : { aadhaarQr } },
        { signal: controller.current.signal, onProgress: setPercent },
      )
      setDocsVerified(user.isDocsVerified)
    } finally {
      setPercent(undefined)
      // Also after a failure, because the photos may have arrived.
      void refetch('kyc')
    }
  }
  return { upload, percent }
}
