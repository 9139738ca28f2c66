import type { KycDocumentName } from '@sauda/contract/kyc'
import { useState } from 'react'
import { ApiError } from '@sauda/web/api-error'
import { memoryStorage, useDraft } from '../shell/draft.ts'
import { useSession } from '../shell/session.ts'
import { useBusy } from '@sauda/web/use-busy'
import type { CardPhoto } from './card-photo.ts'
import { documentsToSend, useUploadDocuments, type Documents } from './kyc.api.ts'
import { kycText } from './kyc.text.ts'

export type Photos = Readonly<Partial<Record<KycDocumentName, CardPhoto>>>

/** Section 4: one card after the other, upload, completed. */
export function useVerification(documents: Documents) {
  const { isDocsVerified } = useSession()
  const [photos, setPhotos] = useDraft<Photos>('photos', {}, memoryStorage)
  const [confirmed, setConfirmed] = useState<readonly KycDocumentName[]>([])
  /** Undefined if nothing failed; empty if the server gave no reason. */
  const [error, setError] = useState<string>()
  const { upload, percent } = useUploadDocuments()
  const [, run] = useBusy()

  const toSend = documentsToSend(documents)
  const isCompleted = toSend.length === 0 || isDocsVerified !== 'UNVERIFIED'
  const step = isCompleted ? 'completed' : (toSend.find((name) => !confirmed.includes(name)) ?? 'upload')

  const send = async (ready: Photos) => {
    try {
      await upload(Object.fromEntries(toSend.map((name) => [name, ready[name]?.blob])))
      setPhotos({})
      setError(undefined)
    } catch (caught) {
      const { kind, status, serverMessage } = caught instanceof ApiError ? caught : new ApiError('network')
      if (kind === 'aborted') return
      // A rejected photo must be replaced; after a lost connection the same photos can be sent again.
      const isRejected = status >= 400 && status < 500
      setError(isRejected ? (serverMessage ?? '') : kycText.photosStored)
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
    percent,
    choose: (name: KycDocumentName, photo: CardPhoto | undefined) => setPhotos({ ...photos, [name]: photo }),
    confirm,
    change: (name: KycDocumentName) => setConfirmed(confirmed.filter((each) => each !== name)),
  } as const
}
