import type { Body, Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { kycCalls, kycDocumentNames, kycErrors, type KycStatus } from '@sauda/contract/client/kyc'
import type { AppContext } from '../../app-context.ts'
import { requireSafeText } from '../../core/mail/client-text.ts'
import { type ProposalHandlers, runOrPropose, requireSecondOperator, waiting } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { decisionProposal } from './kyc.decide.ts'
import { identityProposal } from './kyc.identity.ts'
import { cardsText, correctionMail } from './kyc.mail.ts'
import { createPanCipher, documentsOf, lockWithoutProposal, notifyKyc } from './kyc.ts'
import { lockClient, reopenDocuments, revokeDocuments, setKycStatus, type ClientRow } from './kyc.sql.ts'
import { requireNotClosed } from '../../core/ledger/blocked.sql.ts'

type Correction = Body<typeof kycCalls.correct> & { readonly clientId: string }
type Caller = Pick<RequestInput<typeof kycCalls.correct>, 'operator' | 'ip'>

/** Never alone (settled, section 11). */
export const correct = (
  context: AppContext,
  { operator, params: { clientId }, body, ip }: RequestInput<typeof kycCalls.correct>,
): Promise<Reply<typeof kycCalls.correct>> =>
  context.db.transaction(async (tx) => {
    const client = await lockWithoutProposal(tx, clientId)
    await requireSafeText(context.config, tx, { clientId, texts: [body.reason] })
    const payload: Correction = { clientId, ...body }
    const result = await runOrPropose(
      context,
      tx,
      { kind: 'kyc.correct' as const, payload, operator, ip },
      async () => {
        const isDocsVerified = await carryOut(context, tx, payload, { operator, ip })
        await requireSecondOperator(context, tx, { operator, ip }, needed(client, body))
        return { isDocsVerified }
      },
    )
    if ('done' in result) return result.done
    await context.notifyScreens(tx, 'desk', 'client', clientId)
    return { isDocsVerified: client.kyc_status, ...waiting(result.proposal) }
  })

export const kycProposals = (context: AppContext): ProposalHandlers<'kyc.pan' | 'kyc.correct' | 'kyc.identity'> => ({
  'kyc.pan': decisionProposal(context, createPanCipher(context.secret)),
  'kyc.identity': identityProposal(context, createPanCipher(context.secret)),
  'kyc.correct': {
    carryOut: (tx, payload, by) =>
      carryOut(context, tx, { clientId: payload.clientId, ...kycCalls.correct.body.parse(payload) }, by),
    async describe(tx, { clientId }) {
      const { kyc_status: status } = await requireRow(lockClient(tx, clientId))
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

const needed = ({ id, name }: ClientRow, { correction, documents, reason }: Body<typeof kycCalls.correct>) => ({
  clientId: id,
  summary: `${correction === 'reopen' ? 'Reopen' : 'Revoke'} the accepted ${cardsText(documents)} of ${name}: ${reason}`,
  reasons: ['Reopening or revoking a verification always needs a second operator'],
})

/** The client's money, positions and pending requests stay as they are; only the verification ends. */
async function carryOut(
  context: AppContext,
  tx: Tx,
  { clientId, correction, documents, reason }: Correction,
  { operator, ip }: Caller,
): Promise<KycStatus> {
  const client = await requireRow(lockClient(tx, clientId))
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
