import type { KycDocumentName } from '@sauda/contract/kyc'
import { useState } from 'react'
import { ApiError } from '@sauda/web/api-error'
import { asItIs, useKept } from '../shell/kept.ts'
import { useSession } from '../shell/session.ts'
import { useBusy } from '@sauda/web/use-busy'
import { askedFor, type Documents } from './asked.ts'
import type { CardPhoto } from './card-photo.ts'
import { useUploadDocuments } from './kyc.api.ts'

export type Photos = Readonly<Partial<Record<KycDocumentName, CardPhoto>>>

/** The document flow (section 4): one card after the other, upload, completed; a failed upload leads back to the first. */
export function useVerification(documents: Documents) {
  const { isDocsVerified } = useSession()
  const [photos, setPhotos] = useKept<Photos>('photos', {}, asItIs)
  const [confirmed, setConfirmed] = useState<readonly KycDocumentName[]>([])
  /** What is to be done about a failed upload; empty when nothing is known of it, undefined while nothing failed. */
  const [fault, setFault] = useState<string>()
  const { upload, percent } = useUploadDocuments()
  const [, run] = useBusy()

  const asked = askedFor(documents)
  const isCompleted = asked.length === 0 || isDocsVerified !== 'UNVERIFIED'
  const step = isCompleted ? 'completed' : (asked.find((name) => !confirmed.includes(name)) ?? 'upload')

  const send = async (ready: Photos) => {
    try {
      await upload(Object.fromEntries(asked.map((name) => [name, ready[name]?.blob])))
      setPhotos({})
      setFault(undefined)
    } catch (error) {
      const { kind, status, serverMessage } = error instanceof ApiError ? error : new ApiError('network')
      if (kind === 'aborted') return
      // A refused photo must be taken anew; after a lost connection the same ones will do.
      const isRefused = status >= 400 && status < 500
      setFault(isRefused ? (serverMessage ?? '') : 'Your photos are still here: confirm them to send them again.')
      if (isRefused) setPhotos({})
    } finally {
      setConfirmed([])
    }
  }
  const confirm = (name: KycDocumentName, photo: CardPhoto) => {
    const ready = { ...photos, [name]: photo }
    const done = [...confirmed, name]
    setPhotos(ready)
    setConfirmed(done)
    if (asked.every((each) => done.includes(each))) void run(() => send(ready))
  }
  return {
    step,
    asked,
    photos,
    confirmed,
    fault,
    percent,
    choose: (name: KycDocumentName, photo: CardPhoto | undefined) => setPhotos({ ...photos, [name]: photo }),
    confirm,
    /** Back to a card that was confirmed already. */
    change: (name: KycDocumentName) => setConfirmed(confirmed.filter((each) => each !== name)),
  } as const
}
