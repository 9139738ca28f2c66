import { AppError, commonErrors } from '@sauda/contract/error'
import {
  type DocumentStatus,
  type KycDocumentName,
  kycDocumentNames,
  kycErrors,
  type KycStatus,
} from '@sauda/contract/kyc'
import { v7 as uuidv7 } from 'uuid'
import type { KycContext } from '../app-context.ts'
import { clientActor } from '../audit/audit.ts'
import { requireRow, type Sql, type Tx } from '../platform/db.ts'
import type { NewFile } from '../platform/files.ts'
import { redrawImage } from '../platform/image.ts'
import { randomToken, type Secret } from '../platform/secret.ts'
import {
  type ClientRow,
  type DocumentRow,
  findClient,
  insertDocuments,
  lockClient,
  type NewDocument,
  newestDocuments,
  setKycStatus,
} from './kyc.sql.ts'

/** Pixels; enough to read the small print of a card. */
const longestSide = 3000

/** The newest row of each document; a document never sent has none. */
export type Documents = Readonly<Partial<Record<KycDocumentName, DocumentRow>>>

export async function documentsOf(sql: Sql, clientId: string): Promise<Documents> {
  const rows = await newestDocuments(sql, clientId)
  return Object.fromEntries(rows.map((row) => [row.document, row]))
}

export function viewOf(row: DocumentRow | undefined): { status: DocumentStatus; reason?: string; uploadedAt?: string } {
  if (!row) return { status: 'missing' }
  return {
    status: row.status,
    uploadedAt: row.uploaded_at.toISOString(),
    ...(row.reason !== null && { reason: row.reason }),
  }
}

export async function kycStatusOf(sql: Sql, clientId: string) {
  const client = await requireRow(findClient(sql, clientId))
  const { pan, aadhaar } = await documentsOf(sql, clientId)
  return { isDocsVerified: client.kyc_status, documents: { pan: viewOf(pan), aadhaar: viewOf(aadhaar) } }
}

/** Throws unless exactly the missing or re-requested documents were sent. */
function rejectUnlessRequested(client: ClientRow | undefined, documents: Documents, sent: readonly KycDocumentName[]) {
  if (!client) throw new AppError(commonErrors.notFound)
  if (client.kyc_status === 'PENDING') throw new AppError(kycErrors.alreadyWaiting)
  if (client.kyc_status === 'VERIFIED') throw new AppError(kycErrors.alreadyVerified)
  const isAccepted = (name: KycDocumentName) => documents[name]?.status === 'accepted'
  if (sent.includes('pan') && isAccepted('pan')) throw new AppError(kycErrors.panAccepted)
  if (sent.includes('aadhaar') && isAccepted('aadhaar')) throw new AppError(kycErrors.aadhaarAccepted)
  const requested = kycDocumentNames.filter((name) => !isAccepted(name))
  if (requested.every((name) => sent.includes(name))) return
  if (requested.length > 1) throw new AppError(kycErrors.bothNeeded)
  throw new AppError(requested[0] === 'pan' ? kycErrors.panNeeded : kycErrors.aadhaarNeeded)
}

export async function uploadDocuments(
  { db, files, audit, notifyScreens }: KycContext,
  client: { id: string; name: string },
  images: { readonly [Name in KycDocumentName]?: Buffer },
  ip: string,
): Promise<KycStatus> {
  const sent = kycDocumentNames.filter((name) => images[name] !== undefined)
  // Checked before the expensive work, and again under the lock.
  rejectUnlessRequested(await findClient(db, client.id), await documentsOf(db, client.id), sent)
  const newFiles: (NewDocument & NewFile)[] = []
  for (const document of sent) {
    const bytes = await redrawImage(images[document] ?? Buffer.alloc(0), { longest: longestSide })
    newFiles.push({ id: uuidv7(), document, name: `kyc/${randomToken()}`, bytes })
  }
  return files.add(newFiles, async (tx) => {
    rejectUnlessRequested(await lockClient(tx, client.id), await documentsOf(tx, client.id), sent)
    await insertDocuments(tx, client.id, newFiles)
    await setKycStatus(tx, client.id, 'PENDING')
    await audit(tx, {
      actor: clientActor(client),
      action: 'kyc.upload',
      subjectId: client.id,
      before: { isDocsVerified: 'UNVERIFIED' },
      after: { isDocsVerified: 'PENDING', documents: sent },
      ip,
    })
    await notifyKyc(notifyScreens, tx, client.id)
    return 'PENDING' as const
  })
}

export async function notifyKyc(notifyScreens: KycContext['notifyScreens'], tx: Tx, clientId: string): Promise<void> {
  await notifyScreens(tx, { clientId }, 'kyc')
  await notifyScreens(tx, { clientId }, 'profile')
  await notifyScreens(tx, 'desk', 'queue')
  await notifyScreens(tx, 'desk', 'client', clientId)
}

/** Encrypts PANs, bound to their client; a keyed hash finds equal ones. */
export function createPanCipher(secret: Secret) {
  const place = (clientId: string) => `pan:${clientId}`
  return {
    seal: (clientId: string, number: string): Buffer => secret.encrypt('field', Buffer.from(number), place(clientId)),
    open: (clientId: string, sealed: Buffer): string => secret.decrypt('field', sealed, place(clientId)).toString(),
    lookup: (number: string): Buffer => secret.hmac('lookup', 'pan', number),
  }
}
export type PanCipher = ReturnType<typeof createPanCipher>
