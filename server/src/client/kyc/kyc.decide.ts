import {
  kycCalls,
  kycDocumentNames,
  kycErrors,
  mayWithdraw,
  type KycDocumentName,
  type KycStatus,
} from '@sauda/contract/client/kyc'
import { maskAadhaar, maskPan } from '@sauda/contract/client/pan-aadhaar'
import type { Body, Reply } from '@sauda/contract/platform/call'
import { alreadyDecided, AppError } from '@sauda/contract/platform/error'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { requireApprover } from '../../core/approval/approval.policy.ts'
import { type ProposalHandler, tryOrPropose, waiting } from '../../core/approval/proposal.ts'
import { clientShown, factsOf, sampleOf } from '../../core/approval/review.ts'
import { findDataKey } from '../../platform/data-key.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { endClaim } from '../../core/queue/claim.ts'
import { decisionMail } from './kyc.mail.ts'
import { createPanCipher, documentsOf, lockWithoutProposal, notifyKyc, type Documents } from './kyc.ts'
import {
  decideDocument,
  findIdentity,
  saveAadhaar,
  savePan,
  lockPan,
  othersWithPan,
  setKycStatus,
  type OtherClient,
} from './kyc.sql.ts'
import { requireNotClosed, findClient, lockClientToChange } from '../../core/ledger/client.sql.ts'

type Decisions = Body<typeof kycCalls.decide>
type Outcome = { accepted: boolean; reason: string | null; details: object; samePan: OtherClient[] }
type DecideCommand = Pick<RequestInput<typeof kycCalls.decide>, 'operator' | 'ip'> & {
  readonly clientId: string
  readonly decisions: Decisions
  /** The operator who proposed it, if a second one carries it out. */
  readonly requestedBy?: string
}

/** At once, or as a proposal to a second operator where another client has the PAN. */
export const decide = (
  context: AppContext,
  { operator, params: { clientId }, body: decisions, ip }: RequestInput<typeof kycCalls.decide>,
): Promise<Reply<typeof kycCalls.decide>> =>
  context.db.transaction(async (tx) => {
    const { kyc_status: before } = await lockWithoutProposal(tx, clientId)
    const payload = await sealDecisions(context, tx, clientId, decisions)
    let samePan: OtherClient[] = []
    const result = await tryOrPropose(context, tx, { kind: 'kyc.pan' as const, payload, operator, ip }, async () => {
      const done = await decideNow(context, tx, { clientId, decisions, operator, ip })
      samePan = done.samePan
      const { name } = await requireRow(findClient(tx, clientId))
      const others = samePan.map((other) => `${other.clientName}, ${other.saudaId}`).join('; ')
      const reasons = [
        ...(samePan.length > 0 ? ['A PAN used twice always needs a second operator'] : []),
        ...(done.isOther ? ['Another PAN, or name on it, of a verified client always needs a second operator'] : []),
      ]
      const what =
        samePan.length > 0 ? `the PAN of ${others}: ${decisions.pan?.samePanReason ?? ''}` : 'another PAN or name on it'
      return { clientId, summary: `Accept the documents of ${name} with ${what}`, reasons, result: done }
    })
    if ('done' in result) return { isDocsVerified: result.done.isDocsVerified, samePan: result.done.samePan }
    await notifyKyc(context.notifyScreens, tx, clientId)
    return { isDocsVerified: before, samePan, ...waiting(result.proposal) }
  })

export const decisionProposal = (context: AppContext): ProposalHandler<'kyc.pan'> => ({
  async carryOut(tx, payload, { operator, requestedBy, ip }) {
    const { clientId, decisions } = await openDecisions(context, tx, payload)
    await decideNow(context, tx, { clientId, decisions, operator, ip, requestedBy })
  },
  async describe(tx, payload) {
    await requireRow(findClient(tx, payload.clientId))
    const { clientId, decisions } = await openDecisions(context, tx, payload)
    const number = decisions.pan?.number ?? ''
    const others = await othersWithPan(tx, createPanCipher(context.secret).lookup(number), clientId)
    const photos = factsOf({ Photos: { text: 'Open the documents', to: `/kyc/${clientId}` } })
    return {
      opened: { sealedPan: number },
      evidence: [
        { type: 'facts', id: clientId, title: 'Documents', facts: photos },
        {
          type: 'table',
          id: others.map((other) => other.clientId).join(' '),
          title: 'Other clients with this PAN',
          columns: ['Client'],
          ...sampleOf(others.map((other) => [clientShown(other)])),
        },
      ],
    }
  },
})

type SealedDecisions = Payload<'kyc.pan'>

/** A proposal is stored, and a PAN is stored only encrypted. */
async function sealDecisions(
  { secret }: AppContext,
  tx: Tx,
  clientId: string,
  body: Decisions,
): Promise<SealedDecisions> {
  const { number, ...pan } = body.pan ?? { accept: false }
  if (number === undefined) return { clientId, body }
  const { number: sealed } = await createPanCipher(secret).columns(tx, clientId, number)
  return { clientId, body: { ...body, pan }, sealedPan: sealed.toString('base64') }
}

async function openDecisions(
  { secret }: AppContext,
  tx: Tx,
  { clientId, body, sealedPan }: SealedDecisions,
): Promise<{ clientId: string; decisions: Decisions }> {
  if (sealedPan === undefined) return { clientId, decisions: body }
  const dataKey = await findDataKey(tx, clientId)
  const number = createPanCipher(secret).open(clientId, Buffer.from(sealedPan, 'base64'), dataKey)
  return { clientId, decisions: kycCalls.decide.body.parse({ ...body, pan: { ...body.pan, number } }) }
}

async function decideNow(
  context: AppContext,
  tx: Tx,
  { clientId, decisions, operator, ip, requestedBy }: DecideCommand,
): Promise<{ isDocsVerified: KycStatus; samePan: OtherClient[]; isOther: boolean }> {
  const client = await requireRow(lockClientToChange(tx, clientId))
  requireNotClosed(client)
  const isOther = mayWithdraw(client.kyc_status) && (await differs(context, tx, clientId, decisions.pan))
  const documents = await documentsOf(tx, clientId)
  const pending = pendingDocuments(documents, decisions)
  if (requestedBy === undefined && pending.some((name) => decisions[name]?.accept === true))
    await requireApprover(context, tx, { operator, right: 'kyc.review', summary: `Documents of ${client.name}` })

  const outcomes: Partial<Record<KycDocumentName, Outcome>> = {}
  const acceptsAadhaar = pending.includes('aadhaar') && decisions.aadhaar?.accept === true
  if (acceptsAadhaar && documents.aadhaar?.qr_result === 'forged') throw new AppError(kycErrors.forgedQr)
  for (const name of pending) outcomes[name] = await outcomeOf(context, tx, clientId, name, decisions)
  const isAccepted = (name: KycDocumentName) => outcomes[name]?.accepted ?? documents[name]?.status === 'accepted'
  const status: KycStatus = kycDocumentNames.every(isAccepted)
    ? 'VERIFIED'
    : // Verified before: what the client owns stays within reach.
      mayWithdraw(client.kyc_status)
      ? 'REVOKED'
      : 'UNVERIFIED'

  for (const name of pending) {
    const [row, outcome] = [documents[name], outcomes[name]]
    if (!row || !outcome) continue
    const verdict = outcome.accepted ? 'accepted' : 'refused'
    await decideDocument(tx, { id: row.id, status: verdict, reason: outcome.reason, operatorId: operator.id })
    await context.audit(tx, {
      by: { operator, ip },
      action: outcome.accepted ? 'kyc.accept' : 'kyc.refuse',
      subjectId: clientId,
      before: { document: name, status: 'waiting', isDocsVerified: client.kyc_status },
      after: { document: name, status: verdict, isDocsVerified: status, ...outcome.details },
    })
  }
  await setKycStatus(tx, clientId, status)
  await endClaim(tx, 'kyc', clientId)
  await context.inform(tx, decisionMail(context.config, client, outcomes), { clientId, topic: 'kyc' })
  await notifyKyc(context.notifyScreens, tx, clientId)
  return { isDocsVerified: status, samePan: outcomes.pan?.samePan ?? [], isOther }
}

/** Whether the accepted card has another PAN or name than the one accepted before. */
async function differs({ secret }: AppContext, tx: Tx, clientId: string, pan: Decisions['pan']): Promise<boolean> {
  const row = await findIdentity(tx, clientId)
  if (pan?.accept !== true || !row?.pan_number) return false
  return (
    createPanCipher(secret).open(clientId, row.pan_number, row.data_key) !== pan.number || row.pan_name !== pan.name
  )
}

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
  { secret }: AppContext,
  tx: Tx,
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
  const { number, lookup } = await createPanCipher(secret).columns(tx, clientId, pan.number)
  await lockPan(tx, lookup)
  await savePan(tx, clientId, { number, lookup, name: pan.name })
  const samePan = await othersWithPan(tx, lookup, clientId)
  if (samePan.length > 0 && pan.samePanReason === undefined) throw new AppError(kycErrors.samePan)
  const flagged = samePan.map((other) => other.saudaId)
  const details = {
    panNumber: maskPan(pan.number),
    samePan: flagged,
    ...(samePan.length > 0 && { reason: pan.samePanReason }),
  }
  return { ...outcome, samePan, details }
}
