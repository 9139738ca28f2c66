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

export interface KeptPhotos extends UnsentPhotos {
  /** When the first of them was chosen. */
  readonly at: number
}

const storeName = 'photos'
const mostMs = 30 * 60_000
const isExpired = ({ at }: Pick<KeptPhotos, 'at'>): boolean => Date.now() - at > mostMs

const answerOf = (request: IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The store of photos failed'))
  })

/** Expired photos of all clients, because a client may never return to this browser. */
function deleteExpired(store: IDBObjectStore): void {
  const reading = store.openCursor()
  reading.onsuccess = () => {
    const row = reading.result
    if (!row) return
    if (isExpired(row.value as KeptPhotos)) row.delete()
    row.continue()
  }
}

/** A private window may have no store: photos then last as long as the page. */
async function withStore(use: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const opening = indexedDB.open(photoStore)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    await answerOf(opening)
    const database = opening.result
    try {
      const store = database.transaction(storeName, 'readwrite').objectStore(storeName)
      deleteExpired(store)
      return await answerOf(use(store))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

export async function keptPhotos(userId: string): Promise<KeptPhotos | undefined> {
  const kept = (await withStore((store) => store.get(userId))) as KeptPhotos | undefined
  if (!kept || isExpired(kept)) return undefined
  const { photos, confirmed, at } = kept
  const { aadhaar } = photos
  return { photos: aadhaar ? { ...photos, aadhaar: { ...aadhaar, qr: readQr(aadhaar.blob) } } : photos, confirmed, at }
}

export function keepPhotos(userId: string, { photos, confirmed, at }: KeptPhotos): void {
  const stored = Object.entries(photos).flatMap(([name, photo]) =>
    photo ? [[name, { blob: photo.blob, findings: photo.findings }]] : [],
  )
  if (stored.length === 0 || isExpired({ at })) return forgetPhotos(userId)
  void withStore((store) => store.put({ photos: Object.fromEntries(stored), confirmed, at }, userId))
}

export const forgetPhotos = (userId: string): void => void withStore((store) => store.delete(userId))
