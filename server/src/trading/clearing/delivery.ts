import { decimalOf, decimalText, moneyOf } from '@sauda/contract/platform/decimal'
import type { CloseOutKind } from '@sauda/contract/trading/clearing'
import type { Exchange } from '@sauda/contract/trading/market'
import type { AppContext } from '../../app/app-context.ts'
import { lockedFigures } from '../../core/ledger/ledger.ts'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { meaningsOf } from '../exchange-file/exchange-file.book.sql.ts'
import type { ClearingContent, Delivery } from './clearing.read.ts'
import { shortagesClosed } from './close-out.sql.ts'
import { auctionType } from './corporation.sql.ts'
import { type FileShortage, replaceShortages, settlementsNumbered, type TradedRow, tradedRows } from './delivery.sql.ts'
import { chargeAgain, chargesWithoutSale, markChargeReversed } from './dp-charge.sql.ts'
import { reverseDpCharge } from '../../core/ledger/clearing.ts'
import { dateText } from '../../platform/india.ts'
import { lineFault } from '../../platform/format.ts'

type Saved = { readonly fileId: string; readonly name: string; readonly operatorId: string }

const isCloseOutBy =
  (meanings: ReadonlyMap<string, string>) =>
  ({ indicator }: Delivery): boolean =>
    closeOutOf(meanings.get(indicator)) !== undefined

/** The settlements whose deliveries the file names, without those in which it closes something out. */
export async function settlementsIn(tx: Tx, { exchange, deliveries }: ClearingContent): Promise<string[]> {
  const isCloseOut = isCloseOutBy(await meaningsOf(tx, exchange, 'TxInd'))
  return settlementsNumbered(
    tx,
    exchange,
    deliveries.filter((row) => !isCloseOut(row)),
  )
}

/** Opens the shortages of a delivery file and ends those of earlier files that it does not name any more. */
export async function saveDeliveries(
  context: AppContext,
  tx: Tx,
  content: ClearingContent,
  { fileId, name, operatorId }: Saved,
) {
  const { exchange, deliveries } = content
  const meanings = await meaningsOf(tx, exchange, 'TxInd')
  for (const { line, indicator } of deliveries)
    if (indicator !== '' && !meanings.has(indicator))
      throw lineFault(
        line,
        `the code ${indicator} in TxInd is unknown. An administrator adds it under Codes once its meaning is clear.`,
      )
  // What was closed out or bought in the auction is not short any more by this row.
  const isCloseOut = isCloseOutBy(meanings)
  const rows = deliveries.filter((row) => !isCloseOut(row))
  const settlementIds = await settlementsIn(tx, content)
  const shortages = await shortagesIn(tx, { exchange, rows, meanings, name })
  // A release of their proceeds comes before or after, in this order as everywhere.
  for (const id of [...new Set(shortages.map(({ clientId }) => clientId))].toSorted()) await lockedFigures(tx, id)
  const endReason = `Not short any more in ${name}`
  const changed = await replaceShortages(tx, { fileId, operatorId, settlementIds, shortages, endReason })
  const clientIds = [...new Set(changed.opened.map(({ clientId }) => clientId))]
  await correctDpCharges(context, tx, { settlementIds, clientIds })
  const closing = deliveries.filter(isCloseOut)
  const { closed, notRequested } = await closedIn(
    tx,
    exchange,
    closing.filter(({ type }) => type === auctionType),
    meanings,
  )
  const countOf = (id: string) => shortages.filter(({ settlementId }) => settlementId === id).length
  return {
    ...changed,
    settlements: settlementIds.map((_id) => ({ _id, shortages: countOf(_id) })),
    closed,
    notRequested: [...closing.filter(({ type }) => type !== auctionType).map(elsewhereText), ...notRequested],
  }
}

const closeOutText = ({ line, code, isin, quantity }: Delivery): string =>
  `Line ${line}: the close-out of ${decimalText(quantity)} ${isin} of ${code}`

const elsewhereText = (row: Delivery): string =>
  `${closeOutText(row)} is in settlement ${[row.type, row.number].join(' ').trim()}, not in one of type ${auctionType}, so that nothing was requested. Check it with the clearing corporation and close out the shortage by hand.`

/** One client's close-out that cannot be booked now does not hold up what the file says of others. */
export const notRequestedText = (row: Delivery, reason: string): string =>
  `${closeOutText(row)} was not requested. ${reason}`

const closeOutOf = (meaning: string | undefined): CloseOutKind | undefined =>
  meaning === 'closeout' || meaning === 'auction' ? meaning : undefined

/** The open shortages that rows of the auction settlement close out, each with its terms. What they closed before is left out. */
async function closedIn(tx: Tx, exchange: Exchange, rows: readonly Delivery[], meanings: ReadonlyMap<string, string>) {
  const found = Map.groupBy(await shortagesClosed(tx, exchange, rows), ({ line }) => line)
  const closed: { row: Delivery; shortageId: string; kind: CloseOutKind; number: string; price: number }[] = []
  const notRequested: string[] = []
  for (const row of rows) {
    const { line, code, isin, quantity, number, price, indicator } = row
    const known = found.get(line) ?? []
    const [first, ...others] = known.filter(({ isOpen }) => isOpen)
    if (!first && known.some(({ isClosed }) => isClosed)) continue
    if (!first && !known.some(({ isEnded }) => isEnded))
      throw lineFault(
        line,
        `${code} has no open shortage of ${decimalText(quantity)} ${isin}. Import the delivery file that names it first.`,
      )
    if (price <= 0n) throw lineFault(line, 'the close-out has no price in SqrOffORValtnPric.')
    if (!first)
      notRequested.push(
        notRequestedText(row, 'The shortage has ended already. Check it with the clearing corporation.'),
      )
    else if (others.length > 0)
      notRequested.push(
        notRequestedText(row, 'The client has several such shortages that are open. Close them out at the desk.'),
      )
    else {
      const kind = closeOutOf(meanings.get(indicator)) ?? 'closeout'
      closed.push({ row, shortageId: first.shortageId, kind, number, price: Number(decimalText(price)) })
    }
  }
  return { closed, notRequested }
}

type Sums = {
  readonly line: number
  readonly code: string
  readonly traded: TradedRow
  received: bigint
  short: bigint
  isReceived: boolean
}

type Named = {
  readonly exchange: Exchange
  readonly rows: readonly Delivery[]
  readonly meanings: ReadonlyMap<string, string>
  readonly name: string
}

/**
 * Without a code the row of a buyer has the quantity received and that of a seller the quantity not delivered, because a seller
 * receives nothing.
 */
async function shortagesIn(tx: Tx, { exchange, rows: deliveries, meanings, name }: Named): Promise<FileShortage[]> {
  const rows = new Map(deliveries.map((row) => [row.line, row]))
  const sums = new Map<string, Sums>()
  for (const traded of await tradedRows(tx, exchange, deliveries)) {
    const row = rows.get(traded.line) as Delivery
    const { line, quantity, indicator, isin } = row
    const meaning = meanings.get(indicator)
    if (traded.settlementId === null)
      throw lineFault(
        line,
        `${row.code} has no trade of ${isin} in settlement ${row.number}. Import its trade file first.`,
      )
    const side = row.side || (traded.bought !== '0' && (meaning !== 'short' || traded.sold === '0') ? 'B' : 'S')
    const key = `${traded.settlementId} ${traded.clientId} ${isin} ${side}`
    const sum = sums.get(key) ?? { line, code: row.code, traded, received: 0n, short: 0n, isReceived: false }
    sums.set(key, sum)
    if (meaning === 'short' || (meaning === undefined && side === 'S' && row.side === '')) sum.short += quantity
    else {
      sum.received += quantity
      sum.isReceived = side === 'B'
    }
  }
  return [...sums].flatMap(([key, sum]) => shortageOf(key, sum, name))
}

function shortageOf(
  key: string,
  { line, code, traded, received, short, isReceived }: Sums,
  name: string,
): FileShortage[] {
  const [settlementId = '', clientId = '', isin = '', side] = key.split(' ')
  const isSale = side === 'S'
  const whole = decimalOf(isSale ? traded.sold : traded.bought) ?? 0n
  const missing = short > 0n || !isReceived ? short : whole - received
  if (missing <= 0n) return []
  if (missing > whole)
    throw lineFault(
      line,
      `the file reports ${decimalText(missing)} of ${isin} as not ${isSale ? 'delivered' : 'received'}, but ${code} ${isSale ? 'delivers' : 'receives'} only ${decimalText(whole)} in ${settlementId}.`,
    )
  const amount = moneyOf(decimalOf(isSale ? traded.soldAt : traded.boughtAt) ?? 0n, missing)
  const reason = `${decimalText(missing)} of ${isin} not ${isSale ? 'delivered' : 'received'}, by ${name}`
  const quantity = decimalText(missing)
  const paise = String(amount > 0n ? amount : 1n)
  return [{ id: newId(), settlementId, clientId, isin, side: isSale ? 'S' : 'B', quantity, amount: paise, reason }]
}

/** Reverses the charges of what these clients did not deliver after all, and charges what they delivered besides. */
export async function correctDpCharges(
  { audit, notifyScreens }: AppContext,
  tx: Tx,
  changed: Parameters<typeof chargesWithoutSale>[1],
): Promise<void> {
  await chargeAgain(tx, changed)
  for (const { id, clientId, day, isin, settlementId } of await chargesWithoutSale(tx, changed)) {
    const reason = `DP charge of ${dateText(day)} returned: ${isin} was not delivered`
    await reverseDpCharge(tx, { clientId, causeId: id, reason })
    await markChargeReversed(tx, id)
    const after = { settlementId, isin, reason }
    await audit(tx, { by: 'system', action: 'clearing.dp-reverse', subjectId: clientId, after })
    await notifyScreens(tx, { clientId }, 'wallet', undefined, ['desk', 'client', clientId])
  }
}
