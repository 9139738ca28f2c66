import type { Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { type identityCalls, identityErrors } from '@sauda/contract/client/identity'
import { mayWithdraw } from '@sauda/contract/client/kyc'
import { maskPan } from '@sauda/contract/client/pan-aadhaar'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { type ProposalHandler, tryOrPropose, waiting } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { findDataKey } from '../../platform/data-key.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { redrawImage } from '../../platform/image.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { randomToken } from '../../platform/secret.ts'
import { saveEvidence } from '../../core/queue/reply.ts'
import { identityMail, namedParts } from './kyc.mail.ts'
import { bornOnCipher, createPanCipher, documentsOf, lockWithoutProposal, notifyKyc, openQr } from './kyc.ts'
import { findIdentity, lockPan, othersWithPan, saveBornOn, saveName, savePan } from './kyc.sql.ts'
import { requireNotClosed, lockClientToChange } from '../../core/ledger/client.sql.ts'
import type { ByOperator } from '../../core/audit/audit.ts'

/** The corrected fields; the rest stays. */
type Identity = {
  readonly name?: string | undefined
  readonly number?: string | undefined
  readonly bornOn?: string | undefined
}

/** Pixels; enough to read an identity card. */
const longestSide = 3000
const second = 'A correction of name, PAN or date of birth always needs a second operator'

/** The evidence is kept with the client's replies. */
export async function correctIdentity(
  context: AppContext,
  { operator, params: { clientId }, body, images: { evidence }, ip }: RequestInput<typeof identityCalls.correct>,
): Promise<Reply<typeof identityCalls.correct>> {
  const { reason, ...identity } = body
  const photo = evidence && {
    name: `reply/${randomToken()}`,
    bytes: await redrawImage(evidence, { longest: longestSide }),
    ownerId: clientId,
  }
  return context.files.add(photo ? [photo] : [], async (tx) => {
    const client = await lockWithoutProposal(tx, clientId)
    const evidenceId = photo && newId()
    const payload = { ...(await seal(context, tx, clientId, identity)), reason, evidenceId }
    const change = { kind: 'kyc.identity' as const, payload, operator, ip }
    // Without the values, because the audit log has this sentence.
    const summary = `Correct the ${namedParts(partsOf(identity))} of ${client.name}: ${reason}`
    const result = await tryOrPropose(context, tx, change, async () => ({
      result: await apply(context, tx, { clientId, identity, reason, operator, ip }),
      clientId,
      summary,
      reasons: [second],
    }))
    const thread = 'proposal' in result ? result.proposal._id : clientId
    if (photo && evidenceId !== undefined)
      await saveEvidence(tx, { id: evidenceId, clientId, thread, fileKey: photo.name })
    await context.notifyScreens(tx, 'desk', 'client', clientId)
    return 'done' in result ? { message: 'Details corrected' } : { message: second, ...waiting(result.proposal) }
  })
}

export const identityProposal = (context: AppContext): ProposalHandler<'kyc.identity'> => ({
  carryOut: async (tx, payload, { operator, ip }) => {
    const { clientId, reason } = payload
    await apply(context, tx, { clientId, reason, identity: await open(context, tx, payload), operator, ip })
  },
  async describe(tx, payload) {
    const { clientId, evidenceId } = payload
    await requireRow(lockClientToChange(tx, clientId))
    const { number = '', bornOn } = await open(context, tx, payload)
    const now = await identityOf(context, tx, clientId)
    const documents = factsOf({ Photos: { text: 'Open the documents', to: `/kyc/${clientId}` } })
    return {
      before: {
        name: now.name,
        sealedPan: now.number ?? 'None',
        sealedBirth: now.bornOn === undefined ? 'Not known' : birthText(now.bornOn),
      },
      opened: { sealedPan: number, ...(bornOn !== undefined && { sealedBirth: birthText(bornOn) }) },
      evidence: [
        { type: 'facts', id: clientId, title: 'Documents', facts: documents },
        ...(evidenceId === undefined
          ? []
          : [{ type: 'photo' as const, id: evidenceId, title: 'Evidence of the correction' }]),
      ],
    }
  },
})

/** The name and PAN as registered; the date of birth as corrected, else as UIDAI signed it. */
export async function identityOf(
  { secret }: Pick<AppContext, 'secret'>,
  sql: Sql,
  clientId: string,
): Promise<Identity> {
  const row = await findIdentity(sql, clientId)
  const { aadhaar } = await documentsOf(sql, clientId)
  const isAccepted = aadhaar?.status === 'accepted'
  const number = row?.pan_number ? createPanCipher(secret).open(clientId, row.pan_number, row.data_key) : ''
  const bornOn = row?.born_on ? bornOnCipher(secret).open(clientId, row.born_on, row.data_key) : undefined
  const signed = isAccepted ? openQr(secret, clientId, aadhaar)?.dateOfBirth : undefined
  return {
    name: row?.name,
    ...(number !== '' && { number }),
    ...((bornOn ?? signed) && { bornOn: bornOn ?? signed }),
  }
}

/** A proposal is stored, and a PAN or date of birth is stored only encrypted. */
async function seal({ secret }: AppContext, tx: Tx, clientId: string, { name, number, bornOn }: Identity) {
  return {
    clientId,
    name,
    ...(number !== undefined && {
      sealedPan: (await createPanCipher(secret).columns(tx, clientId, number)).number.toString('base64'),
    }),
    ...(bornOn !== undefined && {
      sealedBirth: (await bornOnCipher(secret).seal(tx, clientId, bornOn)).toString('base64'),
    }),
  }
}

async function open(
  { secret }: AppContext,
  tx: Tx,
  { clientId, name, sealedPan, sealedBirth }: Payload<'kyc.identity'>,
): Promise<Identity> {
  const dataKey = await findDataKey(tx, clientId)
  const bytes = (text: string) => Buffer.from(text, 'base64')
  return {
    name,
    ...(sealedPan !== undefined && { number: createPanCipher(secret).open(clientId, bytes(sealedPan), dataKey) }),
    ...(sealedBirth !== undefined && { bornOn: bornOnCipher(secret).open(clientId, bytes(sealedBirth), dataKey) }),
  }
}

type Correction = ByOperator & { readonly clientId: string; readonly identity: Identity; readonly reason: string }

/** The name is that of the PAN card from then on: names of account holders and payers are compared with it. */
async function apply(context: AppContext, tx: Tx, { clientId, identity, reason, operator, ip }: Correction) {
  const client = await requireRow(lockClientToChange(tx, clientId))
  requireNotClosed(client)
  if (!mayWithdraw(client.kyc_status)) throw new AppError(identityErrors.unverified)
  const before = await identityOf(context, tx, clientId)
  const to = changedOf(before, identity)
  if (partsOf(to).length === 0) throw new AppError(identityErrors.same)
  if (to.bornOn !== undefined && to.bornOn > dayInIndia(new Date())) throw new AppError(identityErrors.notBorn)
  if (to.number !== undefined) await replacePan(context, tx, clientId, to.number, to.name ?? client.name)
  if (to.name !== undefined) await saveName(tx, clientId, to.name)
  if (to.bornOn !== undefined)
    await saveBornOn(tx, clientId, await bornOnCipher(context.secret).seal(tx, clientId, to.bornOn))
  await context.audit(tx, {
    by: { operator, ip },
    action: 'kyc.identity',
    subjectId: clientId,
    before: shownOf(before, to),
    after: { ...shownOf(to, to), reason },
  })
  const mail = identityMail(context.config, client, {
    ...to,
    parts: partsOf(to),
    panNumber: to.number && maskPan(to.number),
  })
  await context.inform(tx, mail, { clientId, topic: 'kyc' })
  await notifyKyc(context.notifyScreens, tx, clientId)
}

async function replacePan({ secret }: AppContext, tx: Tx, clientId: string, pan: string, name: string): Promise<void> {
  const columns = await createPanCipher(secret).columns(tx, clientId, pan)
  await lockPan(tx, columns.lookup)
  if ((await othersWithPan(tx, columns.lookup, clientId)).length > 0) throw new AppError(identityErrors.panTaken)
  await savePan(tx, clientId, { ...columns, name: (await findIdentity(tx, clientId))?.pan_name ?? name })
}

const changedOf = (before: Identity, { name, number, bornOn }: Identity): Identity => ({
  ...(name !== undefined && name !== before.name && { name }),
  ...(number !== undefined && number !== before.number && { number }),
  ...(bornOn !== undefined && bornOn !== before.bornOn && { bornOn }),
})

const partsOf = ({ name, number, bornOn }: Identity): string[] => [
  ...(name === undefined ? [] : ['name']),
  ...(number === undefined ? [] : ['PAN']),
  ...(bornOn === undefined ? [] : ['date of birth']),
]

/** For the audit log, of what changes: the PAN masked, and of the date of birth the year. */
const shownOf = ({ name, number, bornOn }: Identity, changed: Identity) => ({
  ...(changed.name !== undefined && { name }),
  ...(changed.number !== undefined && { panNumber: number === undefined ? 'none' : maskPan(number) }),
  ...(changed.bornOn !== undefined && { birthYear: bornOn?.slice(0, 4) ?? 'not known' }),
})

/** Some Aadhaar cards have only the year. */
const birthText = (bornOn: string): string => (/^\d{4}-\d\d-\d\d$/.test(bornOn) ? dateText(bornOn) : bornOn)
