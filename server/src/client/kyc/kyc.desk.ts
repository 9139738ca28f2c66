import { maskAadhaar, maskPan, type kycCalls, type KycDocumentName } from '@sauda/contract/client/kyc'
import type { Reply } from '@sauda/contract/platform/call'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app-context.ts'
import { auditView } from '../../core/audit/audit.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import type { Image, RequestInput } from '../../platform/mount.ts'
import { claimOf } from '../../core/queue/claim.ts'
import { repliesOf } from '../../core/queue/reply.ts'
import { warningsAbout } from '../../core/queue/risk.ts'
import { identityOf } from './kyc.identity.ts'
import { createPanCipher, documentsOf, openQr, replyThread, viewOf, type PanCipher } from './kyc.ts'
import { decidedDocuments, findClient, findIdentity, findPendingProposal, othersWithPan } from './kyc.sql.ts'

const historyLength = 50

export async function submission(
  { secret, warnings }: Pick<AppContext, 'secret' | 'warnings'>,
  sql: Sql,
  clientId: string,
  operatorId?: string,
): Promise<Reply<typeof kycCalls.submission>> {
  const client = await requireRow(findClient(sql, clientId))
  const documents = await documentsOf(sql, clientId)
  const qr = openQr(secret, clientId, documents.aadhaar)
  const pending = [documents.pan, documents.aadhaar].flatMap((row) => (row?.status === 'waiting' ? [row] : []))
  const proposal = await findPendingProposal(sql, clientId)
  const since = pending.map((row) => row.uploaded_at.toISOString()).toSorted()[0]
  return {
    clientId,
    clientName: client.name,
    saudaId: client.sauda_id,
    isDocsVerified: client.kyc_status,
    documents: { pan: viewOf(documents.pan), aadhaar: viewOf(documents.aadhaar) },
    history: await decidedDocuments(sql, clientId, historyLength),
    ...(await identity({ secret }, sql, createPanCipher(secret), clientId)),
    replies: await repliesOf(sql, clientId, replyThread),
    warnings: await warningsAbout({ warnings }, sql, { clientId }, operatorId),
    ...(since !== undefined && { since }),
    ...(proposal && { proposal }),
    ...(qr && { aadhaarQr: qr }),
    ...(await claimOf(sql, 'kyc', clientId)),
  }
}

async function identity(context: Pick<AppContext, 'secret'>, sql: Sql, pans: PanCipher, clientId: string) {
  const { bornOn } = await identityOf(context, pans, sql, clientId)
  const row = await findIdentity(sql, clientId)
  const pan = row?.pan_number ? pans.open(clientId, row.pan_number, row.data_key) : ''
  const samePan = pan === '' ? [] : await othersWithPan(sql, pans.lookup(pan), clientId)
  return {
    samePan,
    ...(pan !== '' && { panNumber: maskPan(pan) }),
    ...(row?.pan_name && { panName: row.pan_name }),
    ...(bornOn !== undefined && { dateOfBirth: bornOn }),
    ...(row?.aadhaar_last4 && { aadhaarNumber: maskAadhaar(row.aadhaar_last4) }),
  }
}

/** Audited before the photo is sent. */
export async function viewImage(
  { db, files }: AppContext,
  { operator, params, ip }: RequestInput<typeof kycCalls.image>,
): Promise<Image> {
  const document = params.document as KycDocumentName
  const row = (await documentsOf(db, params.clientId))[document]
  const bytes = row && (await files.get(row.file_key, { ownerId: params.clientId, dataKey: row.data_key }))
  if (!bytes) throw new AppError(commonErrors.notFound)
  const after = { document, uploadedAt: row.uploaded_at.toISOString() }
  await db.transaction((tx) =>
    auditView(tx, { by: { operator, ip }, action: 'kyc.view', subjectId: params.clientId, after }),
  )
  return { bytes, type: 'image/jpeg' }
}

/** Other clients with the PAN the reviewer typed; the lookup is audited. */
export async function checkPan(
  { db, audit }: AppContext,
  pans: PanCipher,
  { operator, params: { clientId }, body: { number }, ip }: RequestInput<typeof kycCalls.checkPan>,
) {
  await requireRow(findClient(db, clientId))
  const samePan = await othersWithPan(db, pans.lookup(number), clientId)
  const after = { panNumber: maskPan(number), samePan: samePan.map(({ saudaId }) => saudaId) }
  await db.transaction((tx) => audit(tx, { by: { operator, ip }, action: 'kyc.check-pan', subjectId: clientId, after }))
  return { samePan }
}
