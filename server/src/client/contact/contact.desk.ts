import type { Reply } from '@sauda/contract/platform/call'
import { type contactCalls, contactErrors } from '@sauda/contract/client/contact'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app-context.ts'
import { type ProposalHandlers, runOrPropose, requireSecondOperator, waiting } from '../../core/approval/proposal.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { redrawImage } from '../../platform/image.ts'
import type { Image, RequestInput } from '../../platform/mount.ts'
import { randomToken } from '../../platform/secret.ts'
import { saveEvidence, viewProof } from '../../core/queue/reply.ts'
import { findChange, findPending, lockClient } from './contact.sql.ts'
import { applyChange, requireChange } from './contact.ts'
import { requireNotClosed } from '../../core/ledger/blocked.sql.ts'

type Change = Payload<'contact.change'>
type Caller = Pick<RequestInput<typeof contactCalls.propose>, 'operator' | 'ip'>

/** Pixels; enough to read an identity card. */
const longestSide = 3000
const second = 'A change of contact details always needs a second operator'

/** Never alone. The evidence is kept with the client's replies. */
export async function propose(
  context: AppContext,
  { operator, params: { clientId }, body, images, ip }: RequestInput<typeof contactCalls.propose>,
): Promise<Reply<typeof contactCalls.propose>> {
  const { evidence } = images
  if (!evidence) throw new AppError(commonErrors.unreadable)
  const name = `reply/${randomToken()}`
  const bytes = await redrawImage(evidence, { longest: longestSide })
  return context.files.add([{ name, bytes, ownerId: clientId }], async (tx) => {
    const owner = await requireRow(lockClient(tx, clientId))
    if (await findPending(tx, clientId)) throw new AppError(contactErrors.pending)
    const evidenceId = newId()
    const payload: Change = { clientId, ...body, evidenceId }
    const result = await runOrPropose(
      context,
      tx,
      { kind: 'contact.change' as const, payload, operator, ip },
      async () => {
        await carryOut(context, tx, payload, { operator, ip })
        // Without the value, because the audit log has this sentence.
        const summary = `Change the ${body.email === undefined ? 'mobile number' : 'email address'} of ${owner.name}: ${body.reason}`
        await requireSecondOperator(context, tx, { operator, ip }, { clientId, summary, reasons: [second] })
      },
    )
    const thread = 'proposal' in result ? result.proposal._id : clientId
    await saveEvidence(tx, { id: evidenceId, clientId, thread, fileKey: name })
    await context.notifyScreens(tx, 'desk', 'client', clientId)
    return 'done' in result ? { message: 'Contact details changed' } : { message: second, ...waiting(result.proposal) }
  })
}

export const contactProposals = (context: AppContext): ProposalHandlers<'contact.change'> => ({
  'contact.change': {
    carryOut: (tx, payload, by) => carryOut(context, tx, payload, by),
    async describe(tx, { clientId, evidenceId }) {
      const { email, mobile } = await requireRow(lockClient(tx, clientId))
      return {
        before: { email, mobile },
        evidence: [{ type: 'photo', id: evidenceId, title: 'Evidence of the change' }],
      }
    },
  },
})

async function carryOut(
  context: AppContext,
  tx: Tx,
  { clientId, email, mobile }: Change,
  { operator, ip }: Caller,
): Promise<void> {
  const owner = await requireRow(lockClient(tx, clientId))
  requireNotClosed(owner)
  const to = { email, mobile }
  requireChange(owner, to)
  await applyChange(context, tx, { owner, to, who: { operator }, caller: { ip } })
}

export async function viewEvidence(
  context: AppContext,
  { operator, params: { proposalId }, ip }: RequestInput<typeof contactCalls.evidence>,
): Promise<Image> {
  const { client_id: clientId, payload } = await requireRow(findChange(context.db, proposalId))
  const { evidenceId } = payload as Partial<Change>
  if (evidenceId === undefined) throw new AppError(commonErrors.notFound)
  const reply = { id: evidenceId, clientId, thread: proposalId }
  return viewProof(context, { operator, ip, reply, field: 'proposalId' })
}
