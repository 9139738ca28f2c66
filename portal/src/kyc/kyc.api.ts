import type { kycCalls, KycDocumentName } from '@sauda/contract/kyc'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { standard } from '../shell/api.ts'
import { setDocsVerified, useSession } from '../shell/session.ts'

/** How far each document is, and why one is asked for again. */
export function useKycStatus() {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['kyc', userId],
    enabled: token !== null,
    queryFn: ({ signal }) => standard.send<typeof kycCalls.status>('GET /user/kyc', {}, { quiet: true, signal }),
  })
}

/**
 * Sends the photos; `percent` while they are on their way. Afterwards the stored status is refreshed and the profile
 * reloaded (section 4). Leaving the screen gives the upload up.
 */
export function useUploadDocuments() {
  const queries = useQueryClient()
  const [percent, setPercent] = useState<number>()
  const left = useRef<AbortController>(null)
  useEffect(() => () => left.current?.abort(), [])

  const upload = async (images: Partial<Record<KycDocumentName, Blob>>): Promise<void> => {
    left.current = new AbortController()
    setPercent(0)
    try {
      const { user } = await standard.send<typeof kycCalls.upload>(
        'POST /user/upload-docs',
        { images },
        { quiet: true, signal: left.current.signal, onProgress: setPercent },
      )
      setDocsVerified(user.isDocsVerified)
    } finally {
      setPercent(undefined)
      // Also after a failure: perhaps the photos arrived and only the answer was lost.
      void queries.invalidateQueries({ queryKey: ['kyc'] })
      void queries.invalidateQueries({ queryKey: ['profile'] })
    }
  }
  return { upload, percent }
}
