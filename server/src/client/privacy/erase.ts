import { nameOf } from '@sauda/contract/core/name'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { notErasable, type privacyCalls, privacyErrors, privacyRules } from '@sauda/contract/client/privacy'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { PrivacyContext } from '../../app/app-context.ts'
import { changeReply, type ProposalHandlers, proposeUnlessWaived } from '../../core/approval/proposal.ts'
import { composeMail } from '../../core/mail/mail.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { personalTableNames, type PersonalTable, type PersonalTableName, personalTables } from './personal-tables.ts'
import {
  endErasureRequests,
  erasePersonal,
  type ErasureState,
  findErasureState,
  lockClient,
  selectFiles,
  clientRequests,
  countPersonal,
} from './privacy.sql.ts'
import { type Described, factsOf } from '../../core/approval/review.ts'
import type { ByOperator } from '../../core/audit/audit.ts'

type Erasure = { readonly clientId: string; readonly reason: string }

/** Reasons that prevent the erasure now; empty if it is possible. */
export async function erasureObstacles(sql: Sql, clientId: string): Promise<string[]> {
  return obstaclesOf(await requireRow(findErasureState(sql, clientId, privacyRules.retentionYears)))
}

/** `own`: requests that wait for a second operator and are to be carried out now. */
export function obstaclesOf(state: ErasureState, own = 0): string[] {
  const { retained_until: until } = state
  const found: Record<string, boolean> = {
    'the wallet is not empty': state.has_money,
    'executed trades are not paid': state.has_dues,
    'there are open positions': state.has_positions,
    'trades are not booked or not delivered': state.has_trades,
    'a loan is open': state.has_loan,
    'a deposit or withdrawal is pending': state.has_requests,
    'a charge is not paid': state.has_charges,
    'a complaint is open': state.has_complaints,
    'a request awaits a second operator': state.proposals > own,
    [`the law requires these records until ${dateText(until ?? '')}`]:
      until !== null && until >= dayInIndia(new Date()),
  }
  return Object.keys(found).filter((obstacle) => found[obstacle])
}

/** Never alone. */
export async function erase(
  context: PrivacyContext,
  { operator, params: { clientId }, body: { reason }, ip }: RequestInput<typeof privacyCalls.erase>,
): Promise<Reply<typeof privacyCalls.erase>> {
  const payload: Erasure = { clientId, reason }
  const names = (await selectFiles(context.db, clientId)).map(({ name }) => name)
  const result = await context.db.transaction(async (tx) => {
    await requireRow(lockClient(tx, clientId))
    const { number } = await requireErasable(tx, clientId)
    // Without the name: mails of it are not erased with the client.
    const summary = `Erase the personal data of ${nameOf('client', number)}: ${reason}`
    const reasons = ['An erasure always needs a second operator']
    const change = { kind: 'privacy.erase' as const, payload, operator, ip, clientId, summary, reasons }
    return proposeUnlessWaived(context, tx, change, () => carryOut(context, tx, payload, { operator, ip }))
  })
  if ('done' in result) await context.files.clear(names)
  return changeReply(result, 'Personal data erased')
}

export const privacyProposals = (context: PrivacyContext): ProposalHandlers<'privacy.erase'> => ({
  'privacy.erase': {
    carryOut: (tx, payload, by) => carryOut(context, tx, payload, by),
    async describe(tx, { clientId }) {
      // The erasure itself is waiting.
      await requireErasable(tx, clientId, 1)
      return describeErasure(tx, clientId)
    },
  },
})

async function requireErasable(tx: Tx, clientId: string, own = 0): Promise<ErasureState> {
  const state = await requireRow(findErasureState(tx, clientId, privacyRules.retentionYears))
  if (state.erased) throw new AppError(privacyErrors.erased)
  const obstacles = obstaclesOf(state, own)
  if (obstacles.length > 0) throw new AppError(notErasable(obstacles))
  return state
}

/** Ledger entries stay; the client's data key is destroyed, so no copy of a number, document or photo can be read. */
async function carryOut(context: PrivacyContext, tx: Tx, { clientId, reason }: Erasure, by: ByOperator): Promise<void> {
  const client = await requireRow(lockClient(tx, clientId))
  await requireErasable(tx, clientId)
  for (const { name } of await selectFiles(tx, clientId)) await context.files.release(tx, name)
  await context.eraseKey(tx, clientId)
  await endErasureRequests(tx, clientId, by.operator.id)
  for (const name of personalTableNames) await erasePersonal(tx, name, clientId)
  await context.audit(tx, { by, action: 'privacy.erase', subjectId: clientId, after: { erased: true, reason } })
  await context.mail(
    tx,
    composeMail(client, 'Your personal data was erased', [
      `We erased your personal data at ${context.config.brandName}: your contact and bank details, documents, photos and messages. Your login has ended.`,
      'Ledger entries stay without your name, as the law requires. This is the last e-mail from us.',
    ]),
  )
  await context.notifyScreens(tx, 'desk', 'client', clientId)
  await context.notifyScreens(tx, 'desk', 'privacy')
}

/** What the second administrator sees of an erasure that nothing prevents. */
async function describeErasure(sql: Sql, clientId: string): Promise<Described<'privacy.erase'>> {
  const {
    name,
    number,
    retained_until: until,
  } = await requireRow(findErasureState(sql, clientId, privacyRules.retentionYears))
  const asked = (await clientRequests(sql, clientId, privacyRules.requestRows)).filter(
    ({ status }) => status === 'open',
  )
  const erasure = asked.find(({ kind }) => kind === 'erasure')
  const files = await selectFiles(sql, clientId)
  const counts = (await countPersonal(sql, clientId)).filter(({ count }) => count > 0)
  const facts = factsOf({
    Client: { text: `${name}, ${nameOf('client', number)}`, to: addressOf('client', clientId) },
    'Request of the client': erasure
      ? {
          text: `${dateText(dayInIndia(new Date(erasure.createdAt)))}: ${erasure.text}`,
          to: `/privacy?client=${clientId}`,
        }
      : 'None: an operator asked for it',
    'Open matters': 'None',
    'Retention period': until === null ? 'The law requires no records' : `Ended on ${dateText(until)}`,
    Encryption: 'The key of the client is destroyed: account numbers, PAN, documents and photos can no longer be read',
    Files: String(files.length),
    Afterwards: 'The login ends, and the client gets one last e-mail. It cannot be undone.',
  })
  return {
    evidence: [
      { type: 'facts', id: `state ${asked.map(({ _id }) => _id).join(' ')}`, title: 'Erasure', facts },
      {
        type: 'table',
        id: `records ${counts.map(({ name: table, count }) => `${table} ${count}`).join(' ')} ${files.length}`,
        title: 'Records of the client',
        columns: ['Records', 'Number', 'Effect'],
        rows: counts.map(({ name: table, count }) => [
          { text: personalTables[table].title },
          { text: String(count) },
          { text: effectOn(table) },
        ]),
        skipped: 0,
        last: [],
      },
    ],
  }
}

function effectOn(table: PersonalTableName): string {
  const { erase, why = 'the books and the law require them' }: PersonalTable = personalTables[table]
  if (erase === 'delete') return 'Deleted'
  return erase === 'keep' ? `Kept: ${why}` : `Personal data removed; the rest is kept: ${why}`
}
