import { clientErrors, type clientCalls } from '@sauda/contract/client/client'
import { mayWithdraw } from '@sauda/contract/client/kyc'
import type { Payload } from '@sauda/contract/core/proposal'
import type { Evidence } from '@sauda/contract/core/proposal-review'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees, sum } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { isOperatorsAccount } from '../../core/approval/approval.sql.ts'
import { type ProposalHandlers, proposeUnlessWaived, secondOf } from '../../core/approval/proposal.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import { isSingle } from '../../core/approval/waive.ts'
import type { ByOperator } from '../../core/audit/audit.ts'
import { breaksUnique, requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { lockClient, setTradingAccount as saveTradingAccount } from './client.sql.ts'

/** A recorded trade of an exchange that belongs to no client; its value in paise. */
export type UnassignedTrade = {
  readonly id: bigint
  readonly code: string
  readonly exchange: string
  readonly day: string
  readonly side: 'B' | 'S'
  readonly symbol: string
  readonly quantity: string
  readonly price: string
  readonly value: bigint
}

/** With what trading provides. */
export type TradingAccountContext = AppContext & {
  /** Recorded trades with one of these codes that belong to no client. */
  readonly unassigned: (sql: Sql, codes: readonly string[]) => Promise<UnassignedTrade[]>
}

type TradingAccount = Payload<'client.trading-account'>
const accountText = ({ ucc, demat }: { ucc: string | null; demat: string | null }) => ({
  ucc: ucc ?? '',
  demat: demat ?? '',
})

/** Recorded trades that the client does not have with the UCC until now, but would have. */
async function gainedTrades(context: TradingAccountContext, tx: Tx, { clientId, ucc }: TradingAccount) {
  if (ucc === '') return []
  const { ucc: before, ucc_since: from } = await requireRow(lockClient(tx, clientId))
  const isKnown = before?.toUpperCase() === ucc.toUpperCase()
  return (await context.unassigned(tx, [ucc])).filter(({ day }) => !isKnown || (from !== null && day < from))
}

/**
 * Two operators where a client who is or was verified has another UCC or demat account already, and where the UCC brings recorded trades:
 * whoever saw their result could otherwise choose whose they are.
 */
export const setTradingAccount = (
  context: TradingAccountContext,
  { operator, params: { clientId }, body, ip }: RequestInput<typeof clientCalls.setTradingAccount>,
): Promise<Reply<typeof clientCalls.setTradingAccount>> =>
  context.db.transaction(async (tx) => {
    const client = await requireRow(lockClient(tx, clientId))
    const before = accountText(client)
    const isChanged = (name: 'ucc' | 'demat') => before[name] !== '' && before[name] !== body[name]
    const payload: TradingAccount = { clientId, ...body }
    const { length: gained } = await gainedTrades(context, tx, payload)
    const reasons = [
      ...(mayWithdraw(client.kyc_status) && (isChanged('ucc') || isChanged('demat'))
        ? ['Another UCC or demat account of a verified client always needs a second operator']
        : []),
      ...(gained > 0
        ? [
            `${gained} recorded ${gained === 1 ? 'trade' : 'trades'} with the UCC ${body.ucc} would become trades of this client`,
          ]
        : []),
    ]
    const summary = `Record UCC ${body.ucc || 'none'} and demat account ${body.demat || 'none'} of ${client.name}`
    const uses = body.ucc === '' ? [] : [`code:${body.ucc.toUpperCase()}` as const]
    await requireUnreserved(context, tx, { uses })
    const change = { kind: 'client.trading-account' as const, clientId, payload, summary, reasons, uses, operator, ip }
    const result = await proposeUnlessWaived(context, tx, change, () =>
      changeTradingAccount(context, tx, payload, { operator, ip }),
    )
    return {
      message: 'done' in result ? 'UCC and demat account recorded' : 'A second operator must approve this change',
      ...secondOf(result),
    }
  })

/**
 * The first trade day for which the UCC counts; null: all days. Trades recorded before count only with a second operator who saw them, and
 * never for an account of an operator.
 */
async function uccSince(context: TradingAccountContext, tx: Tx, account: TradingAccount, isSeen: boolean) {
  if (isSingle(context)) return null
  const { ucc, ucc_since: from } = await requireRow(lockClient(tx, account.clientId))
  const gained =
    isSeen && !(await isOperatorsAccount(tx, account.clientId)) ? await gainedTrades(context, tx, account) : []
  const [oldest] = gained.map(({ day }) => day).toSorted()
  if (oldest !== undefined) return oldest
  return ucc?.toUpperCase() === account.ucc.toUpperCase() ? from : addDays(dayInIndia(new Date()), 1)
}

async function changeTradingAccount(
  context: TradingAccountContext,
  tx: Tx,
  account: TradingAccount,
  { operator, ip, requestedBy }: ByOperator & { readonly requestedBy?: string },
): Promise<void> {
  const { clientId, reason, ...after } = account
  const client = await requireRow(lockClient(tx, clientId))
  const before = accountText(client)
  const from = await uccSince(context, tx, account, requestedBy !== undefined)
  if (before.ucc === after.ucc && before.demat === after.demat && from === client.ucc_since)
    throw new AppError(clientErrors.sameAccount)
  await saveTradingAccount(tx, clientId, { ...after, from }).catch((error: unknown) => {
    throw breaksUnique(error, 'client_ucc') ? new AppError(clientErrors.uccTaken) : error
  })
  const change = { by: { operator, ip }, action: 'client.trading-account', subjectId: clientId }
  await context.audit(tx, { ...change, before, after: { ...after, ...(from !== null && { uccSince: from }), reason } })
  await context.notifyScreens(tx, 'desk', 'client', clientId)
}

/** Trades shown to the second operator, the largest first. */
const shownTrades = 100

/** What the second operator sees of recorded trades; undefined without any. */
export function unassignedEvidence(trades: readonly UnassignedTrade[]): Evidence[] {
  if (trades.length === 0) return []
  const rows = trades.map(({ code, exchange, day, side, symbol, quantity, price, value }) => [
    { text: dateText(day) },
    { text: `${exchange}, ${code}` },
    { text: `${side === 'B' ? 'Buy' : 'Sell'} ${quantity} ${symbol} at ${price}` },
    { text: formatRupees(value) },
  ])
  const ids = trades.map(({ id }) => id).toSorted((one, other) => Number(one - other))
  return [
    {
      type: 'table',
      // With the last trade, because the approval of other trades is rejected.
      id: `recorded trades ${ids.length} ${ids.at(-1)}`,
      title: `${rows.length} recorded ${rows.length === 1 ? 'trade' : 'trades'} without a client, ${formatRupees(sum(trades.map(({ value }) => value)))}`,
      columns: ['Trade day', 'UCC', 'Trade', 'Value'],
      rows: rows.slice(0, shownTrades),
      skipped: Math.max(0, rows.length - shownTrades),
      last: [],
    },
  ]
}

export const tradingAccountProposals = (
  context: TradingAccountContext,
): ProposalHandlers<'client.trading-account'> => ({
  'client.trading-account': {
    carryOut: (tx, payload, by) => changeTradingAccount(context, tx, payload, by),
    describe: async (tx, payload) => ({
      before: accountText(await requireRow(lockClient(tx, payload.clientId))),
      evidence: unassignedEvidence(await gainedTrades(context, tx, payload)),
    }),
  },
})
