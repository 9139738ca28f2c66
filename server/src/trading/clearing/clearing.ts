import type { Reply } from '@sauda/contract/platform/call'
import { decimalOf, formatCount, formatPrice } from '@sauda/contract/platform/decimal'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import {
  type ApartKind,
  apartNames,
  type clearingCalls,
  clearingErrors,
  clearingRules,
  type ClearingSettlement,
} from '@sauda/contract/trading/clearing'
import type { AppContext } from '../../app/app-context.ts'
import { refuseOwnRequest } from '../../core/approval/decision.ts'
import { requireOthersAccount } from '../../core/approval/own-account.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { sha256 } from '../../platform/secret.ts'
import { isTradingDay, nextSettlementDay } from '../market/trading-day.ts'
import { lockSettlement } from './clearing-file.sql.ts'
import {
  acceptDifference,
  differentVolumes,
  type FigureRow,
  figuresOf,
  isSettlement,
  newestSettlements,
  shortagesOf,
} from './clearing.sql.ts'
import { dailyHighs } from './close-out.sql.ts'
import { releasable } from './releasable.ts'

/** What of the difference the broker's own and error accounts do not explain. */
const unexplained = (file: bigint, { computed, apart }: FigureRow): bigint =>
  file - computed - BigInt(apart.own ?? 0) - BigInt(apart.error ?? 0)

/** What equal amounts do not say: differing volumes or values of a security. */
function gapsOf({ differing }: FigureRow): { texts: string[]; version: string } | undefined {
  const texts = differing.map(
    (of) =>
      `${of.isin}: ${of.fileBought} bought${rupeeText(of.fileBoughtValue)} and ${of.fileSold} sold${rupeeText(of.fileSoldValue)} in the file, ${of.bought} bought${rupeeText(of.boughtValue)} and ${of.sold} sold${rupeeText(of.soldValue)} in the trade files`,
  )
  if (texts.length === 0) return undefined
  return { texts: texts.slice(0, clearingRules.gaps), version: sha256(texts.join('\n')).toString('hex') }
}

const rupeeText = (value: string | undefined): string =>
  value === undefined ? '' : ` (${formatPrice(decimalOf(value) ?? 0n)})`

/** Those that no operator has accepted. */
const openGaps = (row: FigureRow) => {
  const gaps = gapsOf(row)
  return gaps?.version === row.acceptedGaps ? undefined : gaps
}

/** That of the final file, unless an operator has accepted it. */
const toAccept = (row: FigureRow): bigint => {
  const rest = row.net === null ? 0n : unexplained(row.net, row)
  return rest === row.accepted ? 0n : rest
}

/** The one decision about a settlement: `release` while money may be released. */
export function standOf(row: FigureRow): {
  readonly state: 'waits' | 'release' | 'complete'
  readonly text: string
} {
  const { net, provisional, linked, isPaid, settlesOn, clients, left, held, differing, lacksDelivery, waiting } = row
  const waits = (text: string) => ({ state: 'waits' as const, text })
  const released = clients - left
  if (waiting) return waits(`Waiting for the decision on ${waiting.name}`)
  if (net === null)
    return waits(`Waiting for the ${provisional === null ? 'obligation file' : 'final obligation file'}`)
  const rest = toAccept(row)
  if (rest !== 0n) return waits(`Unexplained difference of ${formatRupees(rest)}`)
  if (openGaps(row))
    return waits(
      `Volumes or values of ${differing.length === 1 ? '1 security' : `${formatCount(differing.length)} securities`} differ`,
    )
  if (!isPaid) return waits(`Waiting for the ${net > linked ? 'pay-out' : 'pay-in'} line`)
  if (settlesOn > dayInIndia(new Date())) return waits(`Waiting for the pay-out on ${dateText(settlesOn)}`)
  if (left === 0) return { state: 'complete', text: 'Complete' }
  // Nobody accepts its absence: what a seller did not deliver would be paid.
  if (lacksDelivery) return waits('Waiting for the delivery file')
  const shortages = held === 0 ? '' : `, ${held} held back for a shortage`
  return { state: 'release', text: `Released ${released} of ${clients} clients${shortages}` }
}

const apartKinds = Object.keys(apartNames) as ApartKind[]

const viewOf = (row: FigureRow, mayAccept: boolean): ClearingSettlement => {
  const { id, tradedOn, settlesOn, masterDay, computed, linked, clients, left, waiting } = row
  const gaps = openGaps(row)
  const file = row.net ?? row.provisional
  const apart = apartKinds.flatMap((kind) => {
    const paise = row.apart[kind]
    return paise === undefined ? [] : [{ kind, net: rupeesOf(BigInt(paise)) }]
  })
  return {
    _id: id,
    tradedOn,
    settlesOn,
    ...(masterDay !== null && { masterDay }),
    computed: rupeesOf(computed),
    ...(file !== null && {
      file: rupeesOf(file),
      difference: rupeesOf(file - computed),
      unexplained: rupeesOf(unexplained(file, row)),
    }),
    ...(row.net === null && file !== null && { isProvisional: true }),
    ...(apart.length > 0 && { apart }),
    linked: rupeesOf(linked),
    clients,
    released: clients - left,
    state: standOf(row).text,
    ...(gaps && row.net !== null && { gaps }),
    ...(waiting !== null && { waiting }),
    mayAccept: mayAccept && row.net !== null && (toAccept(row) !== 0n || gaps !== undefined),
  }
}

export const listSettlements = async (context: AppContext, operatorId: string) => ({
  settlements: (await newestSettlements(context.db, clearingRules.settlements)).map((row) =>
    viewOf(row, isSingle(context) || row.importedBy !== operatorId),
  ),
})

export async function settlementOf(sql: Sql, id: string): Promise<Reply<typeof clearingCalls.settlement>> {
  if (!(await isSettlement(sql, id))) throw new AppError(commonErrors.notFound)
  const shortages = await shortagesOf(sql, id)
  const proposals = await auctionsOf(sql, shortages)
  return {
    volumes: await differentVolumes(sql, id, clearingRules.differences),
    shortages: shortages.map(({ amount, isin = '', tradedOn: _day, ...row }) => ({
      ...row,
      ...(row.mayClose && { auction: proposals(isin) }),
      amount: rupeesOf(amount),
    })),
  }
}

/** The usual day of the auction of a settlement, and the highest prices of the days on which it may be; a close-out has at least that price. */
async function auctionsOf(sql: Sql, shortages: Awaited<ReturnType<typeof shortagesOf>>) {
  const tradedOn = shortages[0]?.tradedOn ?? dayInIndia(new Date())
  const day = nextSettlementDay(tradedOn)
  const today = dayInIndia(new Date())
  const last = day > today ? day : today
  const period = Array.from({ length: clearingRules.auctionDays }, (_, days) => addDays(tradedOn, days)).filter(
    (each) => isTradingDay(each) && each <= last,
  )
  const isins = [...new Set(shortages.flatMap(({ isin }) => isin ?? []))]
  const highs = await dailyHighs(sql, isins, tradedOn, period.at(-1) ?? day)
  return (isin: string) => ({
    day,
    days: period.map((each) => {
      const high = highs.find((of) => of.isin === isin && of.day === each)
      return { day: each, ...(high && { price: Number(high.price), exchange: high.exchange }) }
    }),
  })
}

/** Rejects what is not the present difference and gaps: the operator saw other figures. */
export async function accept(
  context: AppContext,
  tx: Tx,
  { operator, ip, params: { settlementId }, body }: RequestInput<typeof clearingCalls.accept>,
) {
  await requireRow(lockSettlement(tx, settlementId))
  const row = await requireRow(figuresOf(tx, settlementId))
  const { net, importedBy } = row
  const difference = net === null ? 0n : unexplained(net, row)
  const gaps = net === null ? undefined : gapsOf(row)
  const isSeen = rupeesOf(difference) === body.difference && gaps?.version === body.gaps
  if (!isSeen || (difference === 0n && !gaps)) throw new AppError(clearingErrors.changed)
  if (toAccept(row) === 0n && !openGaps(row)) throw new AppError(clearingErrors.accepted)
  const amount = difference === 0n ? [] : [`the unexplained difference of ${formatRupees(difference)}`]
  const summary = `Accept ${[...amount, ...(gaps?.texts ?? [])].join('; ')} in ${settlementId}`
  await refuseOwnRequest(context, tx, { operator, ip }, { makerId: importedBy, summary, error: clearingErrors.ownFile })
  const released = await releasable(tx, [settlementId])
  const clientIds = released.clients.map(({ clientId }) => clientId)
  await requireOthersAccount(context, tx, { operator, ip }, { clientIds, summary })
  await acceptDifference(tx, settlementId, { difference, gaps: gaps?.version ?? null, operatorId: operator.id })
  const seen = { ...body, ...(gaps && { gaps: gaps.texts }), released: rupeesOf(released.total) }
  const recorded = { action: 'clearing.accept', after: { settlementId, ...seen }, topic: 'trade' as const }
  await recordByOperator(context, tx, { operator, ip }, recorded)
  return { message: 'Difference accepted' }
}
