import { kycCalls, type KycDocumentName, kycDocumentNames, kycErrors, type KycStatus } from '@sauda/contract/client/kyc'
import { maskAadhaar, maskPan } from '@sauda/contract/client/pan-aadhaar'
import type { Reply, Body } from '@sauda/contract/platform/call'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { type ByOperator, auditView } from '../../core/audit/audit.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { Image, RequestInput } from '../../platform/mount.ts'
import { claimOf } from '../../core/queue/claim.ts'
import { repliesOf } from '../../core/queue/reply.ts'
import { warningsAbout } from '../../core/queue/warning.ts'
import { identityOf, identityProposal } from './kyc.identity.ts'
import { createPanCipher, documentsOf, openQr, replyThread, viewOf, lockWithoutProposal, notifyKyc } from './kyc.ts'
import {
  decidedDocuments,
  findIdentity,
  findPendingProposal,
  othersWithPan,
  reopenDocuments,
  revokeDocuments,
  setKycStatus,
} from './kyc.sql.ts'
import { type ProposalHandlers, tryOrPropose, waiting } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { decisionProposal } from './kyc.decide.ts'
import { cardsText, correctionMail } from './kyc.mail.ts'
import { requireNotClosed, findClient, lockClientToChange, type ClientRow } from '../../core/ledger/client.sql.ts'

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
    ...(await identity({ secret }, sql, clientId)),
    replies: await repliesOf(sql, clientId, replyThread),
    warnings: await warningsAbout({ warnings }, sql, { clientId }, operatorId),
    ...(since !== undefined && { since }),
    ...(proposal && { proposal }),
    ...(qr && { aadhaarQr: qr }),
    ...(await claimOf(sql, 'kyc', clientId)),
  }
}

async function identity({ secret }: Pick<AppContext, 'secret'>, sql: Sql, clientId: string) {
  const pans = createPanCipher(secret)
  const { bornOn } = await identityOf({ secret }, sql, clientId)
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
  { db, audit, secret }: AppContext,
  { operator, params: { clientId }, body: { number }, ip }: RequestInput<typeof kycCalls.checkPan>,
) {
  await requireRow(findClient(db, clientId))
  const samePan = await othersWithPan(db, createPanCipher(secret).lookup(number), clientId)
  const after = { panNumber: maskPan(number), samePan: samePan.map(({ saudaId }) => saudaId) }
  await db.transaction((tx) => audit(tx, { by: { operator, ip }, action: 'kyc.check-pan', subjectId: clientId, after }))
  return { samePan }
}

type Correction = Body<typeof kycCalls.correct> & { readonly clientId: string }

/** Never alone (settled, section 11). */
export const correct = (
  context: AppContext,
  { operator, params: { clientId }, body, ip }: RequestInput<typeof kycCalls.correct>,
): Promise<Reply<typeof kycCalls.correct>> =>
  context.db.transaction(async (tx) => {
    const client = await lockWithoutProposal(tx, clientId)
    const payload: Correction = { clientId, ...body }
    const change = { kind: 'kyc.correct' as const, payload, operator, ip }
    const result = await tryOrPropose(context, tx, change, async () => ({
      result: { isDocsVerified: await carryOut(context, tx, payload, { operator, ip }) },
      ...decisionOf(client, body),
    }))
    if ('done' in result) return result.done
    await context.notifyScreens(tx, 'desk', 'client', clientId)
    return { isDocsVerified: client.kyc_status, ...waiting(result.proposal) }
  })

export const kycProposals = (context: AppContext): ProposalHandlers<'kyc.pan' | 'kyc.correct' | 'kyc.identity'> => ({
  'kyc.pan': decisionProposal(context),
  'kyc.identity': identityProposal(context),
  'kyc.correct': {
    carryOut: (tx, payload, by) =>
      carryOut(context, tx, { clientId: payload.clientId, ...kycCalls.correct.body.parse(payload) }, by),
    async describe(tx, { clientId }) {
      const { kyc_status: status } = await requireRow(lockClientToChange(tx, clientId))
      const newest = await documentsOf(tx, clientId)
      const states = kycDocumentNames.map((name) => newest[name]?.status ?? 'missing')
      const facts = factsOf({
        Verification: status,
        'PAN card': newest.pan?.status ?? 'missing',
        'Aadhaar card': newest.aadhaar?.status ?? 'missing',
        Photos: { text: 'Open the documents', to: `/kyc/${clientId}` },
      })
      return { evidence: [{ type: 'facts', id: [status, ...states].join(' '), title: 'Current documents', facts }] }
    },
  },
})

const decisionOf = ({ id, name }: ClientRow, { correction, documents, reason }: Body<typeof kycCalls.correct>) => ({
  clientId: id,
  summary: `${correction === 'reopen' ? 'Reopen' : 'Revoke'} the accepted ${cardsText(documents)} of ${name}: ${reason}`,
  reasons: ['Reopening or revoking a verification always needs a second operator'],
})

/** The client's money, positions and pending requests stay as they are; only the verification ends. */
async function carryOut(
  context: AppContext,
  tx: Tx,
  { clientId, correction, documents, reason }: Correction,
  { operator, ip }: ByOperator,
): Promise<KycStatus> {
  const client = await requireRow(lockClientToChange(tx, clientId))
  requireNotClosed(client)
  if (client.kyc_status !== 'VERIFIED') throw new AppError(kycErrors.notVerified)
  const newest = await documentsOf(tx, clientId)
  const chosen = kycDocumentNames.filter((name) => documents.includes(name))
  const ids = chosen.flatMap((name) => (newest[name]?.status === 'accepted' ? [newest[name].id] : []))
  if (correction === 'reopen' && ids.length < chosen.length) throw new AppError(kycErrors.noPhotos)
  const status: KycStatus = correction === 'reopen' ? client.kyc_status : 'REVOKED'
  if (correction === 'reopen') await reopenDocuments(tx, ids)
  else await revokeDocuments(tx, ids, { reason, operatorId: operator.id })
  await setKycStatus(tx, clientId, status)
  await context.audit(tx, {
    by: { operator, ip },
    action: `kyc.${correction}`,
    subjectId: clientId,
    before: { isDocsVerified: client.kyc_status },
    after: { isDocsVerified: status, documents: chosen, reason },
  })
  const mail = correctionMail(context.config, client, { correction, documents: chosen, reason })
  await context.inform(tx, mail, { clientId, topic: 'kyc' })
  await notifyKyc(context.notifyScreens, tx, clientId)
  return status
}
