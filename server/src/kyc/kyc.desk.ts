import { maskAadhaar, maskPan, type kycCalls, type KycDocumentName } from '@sauda/contract/kyc'
import type { Reply } from '@sauda/contract/call'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { KycContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Sql } from '../platform/db.ts'
import type { Image } from '../platform/mount.ts'
import { claimOf } from '../queue/claim.ts'
import { documentsOf, viewOf, type PanCipher } from './kyc.ts'
import { decidedDocuments, findClient, findIdentity, othersWithPan, type OtherClientRow } from './kyc.sql.ts'

type Operator = { readonly id: string; readonly name: string }

const historyLength = 50

export function otherClient({ id, name, sauda_id }: OtherClientRow) {
  return { clientId: id, clientName: name, saudaId: sauda_id }
}

export async function submission(
  sql: Sql,
  pans: PanCipher,
  clientId: string,
): Promise<Reply<typeof kycCalls.submission>> {
  const client = await findClient(sql, clientId)
  if (!client) throw new AppError(commonErrors.notFound)
  const documents = await documentsOf(sql, clientId)
  const pending = [documents.pan, documents.aadhaar].flatMap((row) => (row?.status === 'waiting' ? [row] : []))
  const since = pending.map((row) => row.uploaded_at.toISOString()).toSorted()[0]
  return {
    clientId,
    clientName: client.name,
    saudaId: client.sauda_id,
    isDocsVerified: client.kyc_status,
    documents: { pan: viewOf(documents.pan), aadhaar: viewOf(documents.aadhaar) },
    history: await history(sql, clientId),
    ...(await identity(sql, pans, clientId)),
    ...(since !== undefined && { since }),
    ...(await claimOf(sql, 'kyc', clientId)),
  }
}

async function history(sql: Sql, clientId: string) {
  const rows = await decidedDocuments(sql, clientId, historyLength)
  return rows.flatMap(({ document, status, reason, decided_by, decided_by_name, decided_at }) =>
    decided_at === null
      ? []
      : {
          document,
          status,
          operatorName: decided_by_name ?? '',
          operatorId: decided_by ?? undefined,
          at: decided_at.toISOString(),
          ...(reason !== null && { reason }),
        },
  )
}

async function identity(sql: Sql, pans: PanCipher, clientId: string) {
  const row = await findIdentity(sql, clientId)
  const pan = row?.pan_number ? pans.open(clientId, row.pan_number) : undefined
  const samePan = pan === undefined ? [] : await othersWithPan(sql, pans.lookup(pan), clientId)
  return {
    samePan: samePan.map(otherClient),
    ...(pan !== undefined && { panNumber: maskPan(pan) }),
    ...(row?.pan_name && { panName: row.pan_name }),
    ...(row?.aadhaar_last4 && { aadhaarNumber: maskAadhaar(row.aadhaar_last4) }),
  }
}

/** Audited before the photo is sent. */
export async function viewImage(
  { db, files, audit }: KycContext,
  view: { operator: Operator; clientId: string; document: KycDocumentName; ip: string },
): Promise<Image> {
  const row = (await documentsOf(db, view.clientId))[view.document]
  const bytes = row && (await files.get(row.file_key))
  if (!bytes) throw new AppError(commonErrors.notFound)
  await db.transaction((tx) =>
    audit(tx, {
      actor: operatorActor(view.operator),
      action: 'kyc.view',
      subjectId: view.clientId,
      after: { document: view.document, uploadedAt: row.uploaded_at.toISOString() },
      ip: view.ip,
    }),
  )
  return { bytes, type: 'image/jpeg' }
}

/** Other clients with the PAN the reviewer typed; the lookup is audited. */
export async function checkPan(
  { db, audit }: KycContext,
  pans: PanCipher,
  check: { operator: Operator; clientId: string; number: string; ip: string },
) {
  if (!(await findClient(db, check.clientId))) throw new AppError(commonErrors.notFound)
  const samePan = (await othersWithPan(db, pans.lookup(check.number), check.clientId)).map(otherClient)
  await db.transaction((tx) =>
    audit(tx, {
      actor: operatorActor(check.operator),
      action: 'kyc.check-pan',
      subjectId: check.clientId,
      after: { panNumber: maskPan(check.number), samePan: samePan.map(({ saudaId }) => saudaId) },
      ip: check.ip,
    }),
  )
  return { samePan }
}
