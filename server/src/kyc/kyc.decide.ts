import {
  kycDocumentNames,
  kycErrors,
  maskAadhaar,
  maskPan,
  type kycCalls,
  type KycDocumentName,
  type KycStatus,
} from '@sauda/contract/kyc'
import type { Body } from '@sauda/contract/call'
import { alreadyDecided, AppError } from '@sauda/contract/error'
import type { KycContext } from '../app-context.ts'
import { requireApprover } from '../approval/approval.ts'
import { operatorActor } from '../audit/audit.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import type { RequestInput } from '../platform/mount.ts'
import { endClaim } from '../queue/claim.ts'
import { decisionMail } from './kyc.mail.ts'
import { documentsOf, notifyKyc, type Documents, type PanCipher } from './kyc.ts'
import {
  decideDocument,
  saveAadhaar,
  savePan,
  lockClient,
  lockPan,
  othersWithPan,
  setKycStatus,
  type OtherClient,
} from './kyc.sql.ts'

type Decisions = Body<typeof kycCalls.decide>
type Outcome = { accepted: boolean; reason: string | null; details: object; samePan: OtherClient[] }

export const decide = (
  context: KycContext,
  pans: PanCipher,
  { operator, params: { clientId }, body: decisions, ip }: RequestInput<typeof kycCalls.decide>,
): Promise<{ isDocsVerified: KycStatus; samePan: OtherClient[] }> =>
  context.db.transaction(async (tx) => {
    const client = await requireRow(lockClient(tx, clientId))
    const documents = await documentsOf(tx, clientId)
    const pending = pendingDocuments(documents, decisions)
    if (pending.some((name) => decisions[name]?.accept === true))
      await requireApprover(context, tx, { operator, summary: `Documents of ${client.name}` })

    const outcomes: Partial<Record<KycDocumentName, Outcome>> = {}
    for (const name of pending) outcomes[name] = await outcomeOf(tx, pans, clientId, name, decisions)
    const isAccepted = (name: KycDocumentName) => outcomes[name]?.accepted ?? documents[name]?.status === 'accepted'
    const status: KycStatus = kycDocumentNames.every(isAccepted) ? 'VERIFIED' : 'UNVERIFIED'

    for (const name of pending) {
      const [row, outcome] = [documents[name], outcomes[name]]
      if (!row || !outcome) continue
      const verdict = outcome.accepted ? 'accepted' : 'refused'
      await decideDocument(tx, { id: row.id, status: verdict, reason: outcome.reason, operatorId: operator.id })
      await context.audit(tx, {
        actor: operatorActor(operator),
        action: outcome.accepted ? 'kyc.accept' : 'kyc.refuse',
        subjectId: clientId,
        before: { document: name, status: 'waiting', isDocsVerified: client.kyc_status },
        after: { document: name, status: verdict, isDocsVerified: status, ...outcome.details },
        ip,
      })
    }
    await setKycStatus(tx, clientId, status)
    await endClaim(tx, 'kyc', clientId)
    await context.mail(tx, decisionMail(context.config, client, outcomes))
    await notifyKyc(context.notifyScreens, tx, clientId)
    return { isDocsVerified: status, samePan: outcomes.pan?.samePan ?? [] }
  })

/** The documents to decide; throws unless the decisions are about exactly these. */
function pendingDocuments(documents: Documents, decisions: Decisions): KycDocumentName[] {
  const pending = kycDocumentNames.filter((name) => documents[name]?.status === 'waiting')
  const decided = kycDocumentNames
    .flatMap((name) => documents[name] ?? [])
    .filter((row) => row.decided_by_name !== null)
    .toSorted((a, b) => Number(b.decided_at) - Number(a.decided_at))
  const isMismatch = pending.length === 0 || kycDocumentNames.some((name) => decisions[name] && !pending.includes(name))
  if (isMismatch && decided[0]?.decided_by_name) throw new AppError(alreadyDecided(decided[0].decided_by_name))
  if (isMismatch) throw new AppError(kycErrors.nothingWaiting)
  const since = Math.min(...pending.map((name) => Number(documents[name]?.uploaded_at)))
  if (decisions.since !== undefined && Date.parse(decisions.since) !== since) throw new AppError(kycErrors.newerPhotos)
  if (pending.some((name) => !decisions[name])) throw new AppError(kycErrors.decideBoth)
  return pending
}

/** Checks one decision and stores the details read from an accepted card. */
async function outcomeOf(
  tx: Tx,
  pans: PanCipher,
  clientId: string,
  name: KycDocumentName,
  { pan, aadhaar }: Decisions,
): Promise<Outcome> {
  const { accept, reason } = (name === 'pan' ? pan : aadhaar) ?? { accept: false }
  if (!accept) {
    if (reason === undefined) throw new AppError(kycErrors.reasonNeeded)
    return { accepted: false, reason, details: { reason }, samePan: [] }
  }
  const outcome = { accepted: true, reason: null, samePan: [] }
  if (name === 'aadhaar') {
    if (aadhaar?.last4 === undefined) throw new AppError(kycErrors.aadhaarDetails)
    await saveAadhaar(tx, clientId, aadhaar.last4)
    return { ...outcome, details: { aadhaarNumber: maskAadhaar(aadhaar.last4) } }
  }
  if (pan?.number === undefined || pan.name === undefined) throw new AppError(kycErrors.panDetails)
  const lookup = pans.lookup(pan.number)
  await lockPan(tx, lookup)
  await savePan(tx, clientId, { number: pans.seal(clientId, pan.number), lookup, name: pan.name })
  const samePan = await othersWithPan(tx, lookup, clientId)
  const flagged = samePan.map((other) => other.saudaId)
  return { ...outcome, samePan, details: { panNumber: maskPan(pan.number), samePan: flagged } }
}
