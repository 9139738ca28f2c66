import {
  type BrokerBank,
  brokerBankCalls,
  type BrokerBankDetails,
  brokerBankErrors,
  liveUpiIdPattern,
} from '@sauda/contract/money/broker-bank'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { Evidence } from '@sauda/contract/core/proposal-review'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { changeOrPropose, type Ender, type ProposalHandlers, waiting } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import {
  everyAccount,
  followSettings,
  insertAccount,
  isTaken,
  lockAccount,
  stopReceiving,
  updateAccount,
} from './broker-bank.sql.ts'
import { listAccounts, requestOpening, requestReversal, type StatementDifference } from './opening.ts'

type Change = Payload<'broker-bank.change'>

/** Makes the first account from `UPI_ID`, so that there always is one to pay to. */
export const openBrokerBank = ({ db, config, audit }: AppContext): Promise<void> =>
  db.transaction(async (tx) => {
    const { upiId, upiName } = config
    const before = await followSettings(tx, { upiId, upiName })
    if (before === undefined) return
    const change = { before: { upiId: before }, after: { upiId } }
    await audit(tx, { by: 'system', action: 'broker-bank.settings', ...change })
  })

/** From the second administrator on, one of them must approve it. */
const addAccount = (
  context: AppContext,
  { body, ...by }: RequestInput<typeof brokerBankCalls.add>,
): Promise<Reply<typeof brokerBankCalls.add>> =>
  context.db.transaction(async (tx) => {
    const { name, ...details } = body
    const summary = `Add the bank account “${name}”: ${describe(details)}`
    const change = { kind: 'broker-bank.add' as const, payload: body, summary, operator: by.operator, ip: by.ip }
    const result = await changeOrPropose(context, tx, change, () => insert(context, tx, by, body))
    return 'done' in result ? result.done : { ...body, _id: result.proposal._id, ...waiting(result.proposal) }
  })

/** From the second administrator on, one of them must approve it. */
const editAccount = (
  context: AppContext,
  { params: { accountId }, body, ...by }: RequestInput<typeof brokerBankCalls.edit>,
): Promise<Reply<typeof brokerBankCalls.edit>> =>
  context.db.transaction(async (tx) => {
    const before = await requireRow(lockAccount(tx, accountId))
    const names = Object.keys(body) as (keyof BrokerBankDetails)[]
    const changed = Object.fromEntries(
      names.filter((name) => body[name] !== before[name]).map((name) => [name, body[name]]),
    )
    if (Object.keys(changed).length === 0) return before
    const summary = `Change the bank account “${before.name}”: ${describe(changed)}`
    const payload: Change = { accountId, changed }
    const change = { kind: 'broker-bank.change' as const, payload, summary, operator: by.operator, ip: by.ip }
    const result = await changeOrPropose(context, tx, change, () => update(context, tx, by, payload))
    return 'done' in result ? result.done : { ...before, ...waiting(result.proposal) }
  })

const names = {
  name: 'name ',
  accountNumber: 'number ',
  ifsc: 'IFSC ',
  upiId: 'UPI ID ',
  upiName: 'UPI name ',
} as const

function describe({ receives, ...texts }: Partial<BrokerBankDetails>): string {
  const said = Object.entries(names).flatMap(([name, label]) => {
    const text = texts[name as keyof typeof names]
    return text === undefined ? [] : [label + text]
  })
  return [...said, ...(receives ? ['clients pay to this account'] : [])].join(', ')
}

export const brokerBankProposals = (
  context: AppContext,
): ProposalHandlers<'broker-bank.add' | 'broker-bank.change'> => ({
  'broker-bank.add': {
    carryOut: (tx, payload, by) => insert(context, tx, by, brokerBankCalls.add.body.parse(payload)),
    describe: async (tx, { receives }) => ({ evidence: [await payeeEvidence(tx, receives)] }),
  },
  'broker-bank.change': {
    carryOut: (tx, payload, by) => update(context, tx, by, payload),
    describe: async (tx, { accountId, changed }) => ({
      before: { changed: await requireRow(lockAccount(tx, accountId)) },
      evidence: [await payeeEvidence(tx, changed.receives ?? false)],
    }),
  },
})

/** Where clients pay today, and whether that ends. */
async function payeeEvidence(tx: Tx, receives: boolean): Promise<Evidence> {
  const now = (await everyAccount(tx)).find((account) => account.receives)
  const facts = factsOf({
    'Clients pay now to': now
      ? {
          text: [now.name, now.accountNumber, now.upiId].filter(Boolean).join(', '),
          to: addressOf('bankAccount', now._id),
        }
      : 'No account',
    'After the approval': receives ? 'Clients pay to the account of this request' : 'As before',
  })
  return { type: 'facts', id: `payee ${now?._id} ${now?.upiId}`, title: 'Payments of clients', facts }
}

async function insert(context: AppContext, tx: Tx, by: Ender, details: BrokerBankDetails): Promise<BrokerBank> {
  requireValidated(context, details)
  const id = newId()
  if (details.receives) await stopReceiving(tx)
  await insertAccount(tx, id, details).catch(explain)
  return record(context, tx, by, id)
}

/** Keeps what another operator changed since the request. */
async function update(context: AppContext, tx: Tx, by: Ender, { accountId, changed }: Change): Promise<BrokerBank> {
  const before = await requireRow(lockAccount(tx, accountId))
  const details = brokerBankCalls.edit.body.parse({ ...before, ...changed })
  requireValidated(context, details)
  if (before.receives && !details.receives) throw new AppError(brokerBankErrors.noReceiver)
  if (details.receives && !before.receives) await stopReceiving(tx)
  await updateAccount(tx, accountId, details).catch(explain)
  return record(context, tx, by, accountId, before)
}

function requireValidated({ config }: AppContext, { upiId }: BrokerBankDetails): void {
  if (config.mode === 'live' && !liveUpiIdPattern.test(upiId)) throw new AppError(brokerBankErrors.notValidated)
}

function explain(error: unknown): never {
  throw isTaken(error) ? new AppError(brokerBankErrors.taken) : error
}

async function record(context: AppContext, tx: Tx, by: Ender, id: string, before?: BrokerBank): Promise<BrokerBank> {
  const after = await requireRow(lockAccount(tx, id))
  const recorded = { action: before ? 'broker-bank.edit' : 'broker-bank.add', ...(before && { before }), after }
  await recordByOperator(context, tx, by, { ...recorded, subjectId: id, topic: 'broker-bank', id })
  return after
}

export async function brokerBankRoutes(context: AppContext, difference: StatementDifference): Promise<void> {
  const { mount, mountCommand, db } = context
  await openBrokerBank(context)
  mount(brokerBankCalls.list, () => listAccounts(db, difference))
  mount(brokerBankCalls.add, (given) => addAccount(context, given))
  mount(brokerBankCalls.edit, (given) => editAccount(context, given))
  mountCommand(brokerBankCalls.open, (tx, given) => requestOpening(context, tx, given))
  mountCommand(brokerBankCalls.reverseOpening, (tx, given) => requestReversal(context, tx, given))
}
