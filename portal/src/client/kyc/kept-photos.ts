import type { KycDocumentName } from '@sauda/contract/client/kyc'
import { type CardPhoto, readQr } from './photo-check.ts'
import { photoStore } from '../../shell/session.ts'

/**
 * The photos of an unfinished verification, for a page that is loaded again: phones drop it while the camera is open. On
 * this device, for one client, half an hour; a logout or the upload removes them.
 */

export interface UnsentPhotos {
  readonly photos: Readonly<Partial<Record<KycDocumentName, CardPhoto>>>
  readonly confirmed: readonly KycDocumentName[]
}

interface Stored extends UnsentPhotos {
  readonly at: number
}

const storeName = 'photos'
const mostMs = 30 * 60_000

const answerOf = (request: IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The store of photos failed'))
  })

/** A private window may have no store: photos then last as long as the page. */
async function withStore(use: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const opening = indexedDB.open(photoStore)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    await answerOf(opening)
    const database = opening.result
    try {
      return await answerOf(use(database.transaction(storeName, 'readwrite').objectStore(storeName)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

export async function keptPhotos(userId: string): Promise<UnsentPhotos | undefined> {
  const kept = (await withStore((store) => store.get(userId))) as Stored | undefined
  if (!kept || Date.now() - kept.at > mostMs) return undefined
  const { photos, confirmed } = kept
  const { aadhaar } = photos
  return { photos: aadhaar ? { ...photos, aadhaar: { ...aadhaar, qr: readQr(aadhaar.blob) } } : photos, confirmed }
}

export function keepPhotos(userId: string, { photos, confirmed }: UnsentPhotos): void {
  const stored = Object.entries(photos).flatMap(([name, photo]) =>
    photo ? [[name, { blob: photo.blob, findings: photo.findings }]] : [],
  )
  void withStore((store): IDBRequest =>
    stored.length === 0
      ? store.delete(userId)
      : store.put({ photos: Object.fromEntries(stored), confirmed, at: Date.now() }, userId),
  )
}
