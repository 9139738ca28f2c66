import { secondAdministrator } from '@sauda/contract/approval'
import type { Reply } from '@sauda/contract/call'
import { AppError } from '@sauda/contract/error'
import { notErasable, type privacyCalls, privacyErrors } from '@sauda/contract/privacy'
import { privacyRules } from '@sauda/contract/privacy-name'
import type { PrivacyContext } from '../app-context.ts'
import { type ProposalHandlers, runOrPropose, requireSecondOperator, waiting } from '../approval/proposal.ts'
import { operatorActor } from '../audit/audit.ts'
import { composeMail } from '../mail/mail.ts'
import { requireRow, type Sql, type Tx } from '../platform/db.ts'
import { dateText, dayInIndia } from '../platform/india.ts'
import type { RequestInput } from '../platform/mount.ts'
import { personalTableNames } from './personal.ts'
import {
  endErasureRequests,
  erasePersonal,
  type ErasureState,
  findErasureState,
  lockClient,
  selectFiles,
} from './privacy.sql.ts'

type Erasure = { readonly clientId: string; readonly reason: string }
type Caller = Pick<RequestInput<typeof privacyCalls.erase>, 'operator' | 'ip'>

/** What prevents the erasure now; nothing if it can be done. */
export async function erasureObstacles(sql: Sql, clientId: string): Promise<string[]> {
  return obstaclesOf(await requireRow(findErasureState(sql, clientId, privacyRules.retentionYears)))
}

export function obstaclesOf(state: ErasureState): string[] {
  const { retained_until: until } = state
  const found: Record<string, boolean> = {
    'the wallet is not empty': state.has_money,
    'there are open positions': state.has_positions,
    'a loan is open': state.has_loan,
    'a deposit or withdrawal is pending': state.has_requests,
    'a charge is not paid': state.has_charges,
    'a complaint is open': state.has_complaints,
    'a request awaits a second operator': state.has_proposals,
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
  // Files from before are encrypted with the client's key first, in transactions of their own.
  await context.erasure.moveFiles(clientId)
  const names = (await selectFiles(context.db, clientId)).map(({ name }) => name)
  const result = await context.db.transaction((tx) =>
    runOrPropose(context, tx, { kind: 'privacy.erase' as const, payload, operator, ip }, async () => {
      await requireRow(lockClient(tx, clientId))
      const { number } = await requireErasable(tx, clientId)
      // Without the name: mails of it are not erased with the client.
      const summary = `Erase the personal data of SD${number}: ${reason}`
      const reasons = ['An erasure always needs a second operator']
      await requireSecondOperator(context, tx, { operator, ip }, { clientId, summary, reasons })
      await carryOut(context, tx, payload, { operator, ip })
    }),
  )
  if ('proposal' in result) return { message: secondAdministrator, ...waiting(result.proposal) }
  await context.files.clear(names)
  return { message: 'Personal data erased' }
}

/** Carries out what a second operator has approved. */
export const privacyProposals = (context: PrivacyContext): ProposalHandlers<'privacy.erase'> => ({
  'privacy.erase': {
    carryOut: (tx, payload, by) => carryOut(context, tx, payload, by),
  },
})

async function requireErasable(tx: Tx, clientId: string): Promise<ErasureState> {
  const state = await requireRow(findErasureState(tx, clientId, privacyRules.retentionYears))
  if (state.erased) throw new AppError(privacyErrors.erased)
  const obstacles = obstaclesOf(state)
  if (obstacles.length > 0) throw new AppError(notErasable(obstacles))
  return state
}

/** Ledger entries stay; the client's data key is destroyed, so no copy of a number, document or photo can be read. */
async function carryOut(context: PrivacyContext, tx: Tx, { clientId, reason }: Erasure, by: Caller): Promise<void> {
  const client = await requireRow(lockClient(tx, clientId))
  await requireErasable(tx, clientId)
  for (const { name } of await selectFiles(tx, clientId)) await context.files.release(tx, name)
  await context.erasure.eraseKey(tx, clientId)
  await endErasureRequests(tx, clientId, by.operator.id)
  for (const name of personalTableNames) await erasePersonal(tx, name, clientId)
  await context.audit(tx, {
    actor: operatorActor(by.operator),
    action: 'privacy.erase',
    subjectId: clientId,
    after: { erased: true, reason },
    ip: by.ip,
  })
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
