import type { Payload } from '@sauda/contract/core/proposal'
import { conflict, AppError } from '@sauda/contract/platform/error'
import {
  type ClearingChoice,
  type corporationCalls,
  corporationErrors,
  corporationOf,
} from '@sauda/contract/trading/corporation'
import { type Exchange, exchanges, settlementIdOf } from '@sauda/contract/trading/market'
import type { AppContext } from '../../app/app-context.ts'
import { type ProposalHandlers, proposeUnlessWaived, secondOf } from '../../core/approval/proposal.ts'
import { ownObstacle } from '../../core/approval/own-account.ts'
import { changeEvidence, type ClientChange, requireOthersChanged, totalsOf } from '../../core/approval/file-proposal.ts'
import { heldOf } from '../../core/ledger/clearing.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { type Sql, type Tx, undone } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import {
  clearsAt,
  findChoice,
  lastSettled,
  selectChoices,
  settlementsOn,
  tradersFrom,
  upsertChoice,
} from './corporation.sql.ts'

export const listChoices = async (sql: Sql) => ({ choices: await selectChoices(sql) })

const sameAs = (one: Omit<ClearingChoice, 'from'>, other: Omit<ClearingChoice, 'from'>): boolean =>
  exchanges.every((exchange) => one[exchange] === other[exchange])

const textOf = (choice: Omit<ClearingChoice, 'from'>): string =>
  exchanges.map((exchange) => `${exchange} at ${choice[exchange]}`).join(', ')

/** The books and the files of the clearing corporations depend on it, so that one operator never changes it alone. */
export async function setChoice(
  context: AppContext,
  tx: Tx,
  { operator, ip, body }: RequestInput<typeof corporationCalls.set>,
) {
  await requireValid(tx, body)
  const summary = summaryOf(body)
  await requireOthersChanged(
    context,
    tx,
    { operator, ip },
    { summary, changes: await undone(tx, () => save(tx, body)) },
  )
  const reasons = ['The clearing corporation of an exchange always needs a second operator']
  const change = { kind: 'clearing.corporation' as const, payload: body, summary, reasons, operator, ip }
  const result = await proposeUnlessWaived(context, tx, change, () => apply(context, tx, { operator, ip }, body))
  return { message: 'done' in result ? 'Clearing corporations saved' : 'Approval requested', ...secondOf(result) }
}

const summaryOf = (choice: ClearingChoice): string => `Clear trades from ${dateText(choice.from)} on: ${textOf(choice)}`

/** Recorded trades hold money of clients by clearing corporation until they are booked. */
async function save(tx: Tx, choice: ClearingChoice): Promise<ClientChange[]> {
  const clients = await tradersFrom(tx, choice.from)
  const ids = clients.map(({ clientId }) => clientId)
  const before = await heldOf(tx, ids)
  await upsertChoice(tx, choice)
  const after = await heldOf(tx, ids)
  return clients
    .map((client) => {
      const [old, now] = [before.get(client.clientId) ?? 0n, after.get(client.clientId) ?? 0n]
      return { ...client, figure: 'Held for recorded trades', before: old, after: now }
    })
    .filter((each) => each.before !== each.after)
}

async function requireValid(tx: Tx, choice: ClearingChoice): Promise<void> {
  if (choice.NSE === corporationOf.BSE && choice.BSE === corporationOf.NSE)
    throw new AppError(corporationErrors.crossed)
  if (sameAs(choice, (await findChoice(tx, choice.from)) ?? corporationOf))
    throw new AppError(corporationErrors.unchanged)
  const last = await lastSettled(tx)
  if (last !== null && choice.from <= last)
    throw new AppError(
      conflict(
        `The trades of ${dateText(last)} are booked or have settlements, which never change. Choose a later day.`,
      ),
    )
}

async function apply(context: AppContext, tx: Tx, by: ByOperator, choice: Payload<'clearing.corporation'>) {
  // No file is recorded and no booking begins meanwhile.
  await lock(tx, 'tradeFiles')
  await requireValid(tx, choice)
  const { from, ...until } = (await findChoice(tx, choice.from)) ?? { from: undefined, ...corporationOf }
  await requireOthersChanged(context, tx, by, { summary: summaryOf(choice), changes: await save(tx, choice) })
  const before = { ...until, ...(from !== undefined && { from }) }
  await recordByOperator(context, tx, by, { action: 'clearing.corporation', before, after: choice, topic: 'trade' })
}

export const corporationProposals = (context: AppContext): ProposalHandlers<'clearing.corporation'> => ({
  'clearing.corporation': {
    carryOut: (tx, payload, by) => apply(context, tx, by, payload),
    describe: async (tx, payload, operator) => {
      await requireValid(tx, payload)
      const until = textOf((await findChoice(tx, payload.from)) ?? corporationOf)
      const facts = [{ label: 'Until now', value: { text: until } }]
      const changes = await undone(tx, () => save(tx, payload))
      return {
        effects: totalsOf(changes),
        evidence: [
          { type: 'facts', id: `until ${until}`, title: 'Clearing corporations', facts },
          ...changeEvidence({ changes, tables: [] }),
        ],
        ...(await ownObstacle(context, tx, operator, changes)),
      }
    },
  },
})

/** Why a file of the clearing corporation of this exchange has no trades of a day; undefined where trades are cleared there. */
export async function clearedElsewhere(sql: Sql, exchange: Exchange, day: string): Promise<string | undefined> {
  const home = await clearsAt(sql, exchange, day)
  if (home === exchange) return undefined
  return `The exchanges clear at ${corporationOf[home]} on ${dateText(day)}, not at ${corporationOf[exchange]}. Import the files of ${corporationOf[home]}.`
}

type Trade = {
  readonly exchange: Exchange
  readonly clears_at: Exchange
  readonly settlement_type: string
  readonly settlement_number: string
}

/** The id of the settlement of each trade of a day. Throws an AppError where its number is not known. */
export async function settlementIdsOn(sql: Sql, day: string): Promise<(trade: Trade) => string> {
  const known = await settlementsOn(sql, day)
  return ({ exchange, clears_at: home, settlement_type: type, settlement_number: number }) => {
    if (exchange === home) return settlementIdOf({ exchange, type, number })
    const [found, ...others] = known.filter((each) => each.exchange === home && each.type === type)
    if (found && others.length === 0) return found.id
    throw new AppError(
      conflict(
        `${exchange} clears at ${corporationOf[home]} on ${dateText(day)}, whose settlement of type ${type} ${found ? 'has two numbers in the recorded files. Correct them' : `is not known: no trade of ${home} names it. Import the obligation file of ${corporationOf[home]} of that day`}, then book the day again.`,
      ),
    )
  }
}
