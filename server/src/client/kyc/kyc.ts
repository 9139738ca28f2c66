import { AppError, commonErrors } from '@sauda/contract/platform/error'
import {
  type AadhaarQr,
  type DocumentStatus,
  type kycCalls,
  type KycDocumentName,
  kycDocumentNames,
  kycErrors,
  type KycStatus,
} from '@sauda/contract/client/kyc'
import { replyErrors } from '@sauda/contract/core/reply'
import type { AppContext } from '../../app/app-context.ts'
import { decryptOwned, ownerCipher } from '../../platform/data-key.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { NewFile } from '../../platform/files.ts'
import { newId } from '../../platform/id.ts'
import { redrawImage } from '../../platform/image.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { randomToken, type Secret } from '../../platform/secret.ts'
import { type ReplyCommand, saveReply } from '../../core/queue/reply.ts'
import { checkAadhaarQr } from './kyc.qr.ts'
import { type ClientRow, findClient, lockClientToChange } from '../../core/ledger/client.sql.ts'
import {
  type DocumentRow,
  findPendingProposal,
  insertDocuments,
  insertPans,
  type NewDocument,
  newestDocuments,
  resendRefused,
  saveQr,
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
  const isWaiting = kycDocumentNames.some((name) => documents[name]?.status === 'waiting')
  if (client.kyc_status === 'PENDING' || (client.kyc_status === 'REVOKED' && isWaiting))
    throw new AppError(kycErrors.alreadyWaiting)
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
  { db, files, audit, config, notifyScreens, secret }: AppContext,
  { client, images, body: { aadhaarQr }, ip }: RequestInput<typeof kycCalls.upload>,
): Promise<KycStatus> {
  const sent = kycDocumentNames.filter((name) => images[name] !== undefined)
  // Checked before the expensive work, and again under the lock.
  rejectUnlessRequested(await findClient(db, client.id), await documentsOf(db, client.id), sent)
  const newFiles: (NewDocument & NewFile)[] = []
  for (const document of sent) {
    const bytes = await redrawImage(images[document] ?? Buffer.alloc(0), { longest: longestSide })
    newFiles.push({ id: newId(), document, name: `kyc/${randomToken()}`, bytes, ownerId: client.id })
  }
  const qr =
    images.aadhaar && aadhaarQr !== undefined ? await checkAadhaarQr(config.uidaiCertificates, aadhaarQr) : undefined
  return files.add(newFiles, async (tx) => {
    const owner = await requireRow(lockClientToChange(tx, client.id))
    rejectUnlessRequested(owner, await documentsOf(tx, client.id), sent)
    const [before, status] = [owner.kyc_status, whileWaiting(owner.kyc_status)]
    await insertDocuments(tx, client.id, newFiles)
    if (qr) await saveQr(tx, client.id, await sealQr(secret, tx, client.id, qr))
    await setKycStatus(tx, client.id, status)
    await audit(tx, {
      by: { client, ip },
      action: 'kyc.upload',
      subjectId: client.id,
      before: { isDocsVerified: before },
      after: { isDocsVerified: status, documents: sent, ...(qr && { aadhaarQr: qr.result }) },
    })
    await notifyKyc(notifyScreens, tx, client.id)
    return status
  })
}

/** A revoked verification stays revoked until the new photos are decided. */
const whileWaiting = (status: KycStatus): KycStatus => (status === 'REVOKED' ? 'REVOKED' : 'PENDING')

/** A decision must not overtake one that a second operator is asked to approve. */
export async function lockWithoutProposal(tx: Tx, clientId: string): Promise<ClientRow> {
  const client = await requireRow(lockClientToChange(tx, clientId))
  if (await findPendingProposal(tx, clientId)) throw new AppError(kycErrors.awaitsSecond)
  return client
}

const qrPlace = (clientId: string) => `aadhaar-qr:${clientId}`

/** Name, date of birth and last four digits, encrypted with the client's data key. */
async function sealQr(secret: Secret, sql: Sql, clientId: string, { result, ...details }: AadhaarQr) {
  if (details.last4 === undefined) return { result, details: null }
  const cipher = await ownerCipher(secret, sql, clientId)
  return { result, details: cipher.encrypt('field', Buffer.from(JSON.stringify(details)), qrPlace(clientId)) }
}

/** Without its details if the client's data key was erased. */
export function openQr(secret: Secret, clientId: string, row: DocumentRow | undefined): AadhaarQr | undefined {
  if (!row?.qr_result) return undefined
  const sealed = { purpose: 'field', sealed: row.qr_details ?? Buffer.alloc(0), bound: qrPlace(clientId) } as const
  const details = row.qr_details && decryptOwned(secret, { ownerId: clientId, dataKey: row.data_key }, sealed)
  const known = details ? (JSON.parse(details.toString()) as Omit<AadhaarQr, 'result'>) : {}
  return { result: row.qr_result, ...known }
}

export const replyThread = 'kyc'

/** The rejected photos return to the queue with the reply. */
export const reply = ({ files, audit, notifyScreens }: AppContext, command: ReplyCommand): Promise<void> =>
  saveReply({ files, audit }, command, async (tx) => {
    const { id } = command.client
    const { kyc_status: status } = await requireRow(lockClientToChange(tx, id))
    if (status === 'VERIFIED') throw new AppError(replyErrors.notOpen)
    const refused = await resendRefused(tx, id)
    const [rejection = null] = refused
    // Nothing was rejected: the client has not sent the documents yet.
    if (status === 'UNVERIFIED' && !rejection) throw new AppError(replyErrors.notOpen)
    await setKycStatus(tx, id, whileWaiting(status))
    await notifyKyc(notifyScreens, tx, id)
    return { thread: replyThread, rejection }
  })

export async function notifyKyc(notifyScreens: AppContext['notifyScreens'], tx: Tx, clientId: string): Promise<void> {
  await notifyScreens(tx, { clientId }, 'kyc')
  await notifyScreens(tx, { clientId }, 'profile')
  await notifyScreens(tx, 'desk', 'queue')
  await notifyScreens(tx, 'desk', 'client', clientId)
}

/** Encrypts a field of clients with their data keys. */
function fieldCipher(secret: Secret, field: 'pan' | 'born-on') {
  const place = (clientId: string) => `${field}:${clientId}`
  return {
    seal: async (sql: Sql, clientId: string, text: string): Promise<Buffer> =>
      (await ownerCipher(secret, sql, clientId)).encrypt('field', Buffer.from(text), place(clientId)),
    /** Undefined if the client's data key was erased. */
    open: (clientId: string, sealed: Buffer, dataKey: Buffer | null | undefined): string | undefined => {
      const value = { purpose: 'field', sealed, bound: place(clientId) } as const
      return decryptOwned(secret, { ownerId: clientId, dataKey }, value)?.toString()
    },
  }
}

/** For PANs; a keyed hash finds equal ones. */
export function createPanCipher(secret: Secret) {
  const { seal, open } = fieldCipher(secret, 'pan')
  const lookup = (number: string): Buffer => secret.hmac('lookup', 'pan', number)
  return {
    lookup,
    /** The stored form of the number. */
    columns: async (sql: Sql, clientId: string, number: string): Promise<{ number: Buffer; lookup: Buffer }> => ({
      number: await seal(sql, clientId, number),
      lookup: lookup(number),
    }),
    /** Empty if the client's data key was erased. */
    open: (...sealed: Parameters<typeof open>): string => open(...sealed) ?? '',
  }
}
export type PanCipher = ReturnType<typeof createPanCipher>

/** For dates of birth. */
export const bornOnCipher = (secret: Secret) => fieldCipher(secret, 'born-on')

/** The PANs of imported clients. */
export async function savePans(
  pans: PanCipher,
  tx: Tx,
  clients: readonly { readonly id: string; readonly pan: string; readonly name: string }[],
): Promise<void> {
  const rows = []
  for (const { id, pan, name } of clients) rows.push({ clientId: id, name, ...(await pans.columns(tx, id, pan)) })
  await insertPans(tx, rows)
}
