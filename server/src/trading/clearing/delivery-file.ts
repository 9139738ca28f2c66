import { decimalOf } from '@sauda/contract/platform/decimal'
import type { ClearingContent } from './clearing.read.ts'
import { findPendingAbout } from '../../core/approval/proposal.ts'
import type { ClientChange } from '../../core/approval/file-proposal.ts'
import type { Tx } from '../../platform/db.ts'
import { insertDelivered } from './clearing-file.sql.ts'
import { informOfShortages } from './clearing.inform.ts'
import { type ClearingFile, type Counted, listed, releasedAt } from './counted.ts'
import { type CloseOutContext, obstacleTo, requestClose } from './close-out.ts'
import { notRequestedText, saveDeliveries, settlementsIn } from './delivery.ts'
import { deliveredAmong, openShortages, type ShortageChange, unnamedReceivers } from './delivery.sql.ts'
import { releasable } from './releasable.ts'

/** A delivery file opens shortages at once; what it would end or lower waits for a second operator. */
export async function countDeliveries(
  context: CloseOutContext,
  tx: Tx,
  { csv, content, operator, ip }: ClearingFile,
  fileId: string,
): Promise<Counted> {
  const by = { operator, ip }
  const settlementIds = await settlementsIn(tx, content)
  const before = await figuresIn(tx, settlementIds)
  const saved = await saveDeliveries(context, tx, content, { fileId, name: csv.name, operatorId: operator.id })
  await insertDelivered(tx, fileId, settlementIds)
  const { opened, ended, settlements, notRequested } = saved
  const named = ({ clientId, settlementId, isin }: ShortageChange) => ({ clientId, settlementId, isin })
  return {
    reading: { settlements, ...(notRequested.length > 0 && { notRequested }) },
    reasons: listed([...loweredReasons(opened, ended), ...(await unnamedReasons(tx, content, settlements))]),
    changes: differences(before, await figuresIn(tx, settlementIds)),
    audited: { opened: opened.map(named), ended: ended.map(named), notRequested },
    onceCounted: async () => {
      await informOfShortages(context, tx, by, csv.name, { opened, ended })
      const closeOuts: string[] = []
      for (const { row, shortageId, ...terms } of saved.closed) {
        if (await findPendingAbout(tx, ['shortage.close'], { shortageId })) continue
        const wanted = { ...by, params: { shortageId }, body: { ...terms, day: content.day, file: csv.name } }
        const obstacle = await obstacleTo(context, tx, wanted)
        if (obstacle === undefined) closeOuts.push((await requestClose(context, tx, wanted)).summary)
        else notRequested.push(notRequestedText(row, obstacle))
      }
      return { ...(closeOuts.length > 0 && { closeOuts }), ...(notRequested.length > 0 && { notRequested }) }
    },
  }
}

type SettlementShortages = Awaited<ReturnType<typeof saveDeliveries>>['settlements'][number]

const keyOf = ({ clientId, settlementId, isin, side }: ShortageChange) => [clientId, settlementId, isin, side].join(' ')

/** The shortages of earlier files that the file ends, or names with a smaller quantity. */
function loweredReasons(opened: readonly ShortageChange[], ended: readonly ShortageChange[]): string[] {
  const now = new Map(opened.map((each) => [keyOf(each), each]))
  return ended.flatMap((old) => {
    const { saudaId, settlementId, isin, quantity } = old
    const left = now.get(keyOf(old))
    if (left && (decimalOf(left.quantity) ?? 0n) >= (decimalOf(quantity) ?? 0n)) return []
    const shortage = `the shortage of ${quantity} ${isin} of ${saudaId} in ${settlementId}`
    return [left ? `The file lowers ${shortage} to ${left.quantity}` : `The file does not name ${shortage} any more`]
  })
}

type Figures = ReadonlyMap<string, Omit<ClientChange, 'before' | 'after'> & { readonly paise: bigint }>

/** A file without any shortage that leaves out clients who receive shares is a part of the true one, and may leave out shortages too. */
async function unnamedReasons(tx: Tx, { deliveries }: ClearingContent, settlements: readonly SettlementShortages[]) {
  const without = settlements.filter(({ shortages }) => shortages === 0).map(({ _id }) => _id)
  const unnamed = await unnamedReceivers(tx, deliveries, without)
  return unnamed.map(
    ({ saudaId, settlementId, isin, quantity }) =>
      `The file does not name the ${quantity} ${isin} that ${saudaId} receives in ${settlementId}`,
  )
}

/** What the settlements would release to each client once a final delivery file names them, and the open shortages. */
async function figuresIn(tx: Tx, settlementIds: readonly string[]): Promise<Figures> {
  const figures: (Omit<ClientChange, 'before' | 'after'> & { readonly paise: bigint })[] = []
  for (const id of await deliveredAmong(tx, settlementIds))
    for (const { name: clientName, ...each } of (await releasable(tx, [id])).clients)
      figures.push({ ...each, clientName, figure: releasedAt(id) })
  for (const { settlementId, ...each } of await openShortages(tx, settlementIds))
    figures.push({ ...each, figure: `Shortage in ${settlementId}` })
  return new Map(figures.map((each) => [`${each.clientId} ${each.figure}`, each]))
}

const differences = (before: Figures, after: Figures): ClientChange[] =>
  [...new Map([...before, ...after])].flatMap(([key, { clientId, clientName, saudaId, figure }]) => {
    const [old, now] = [before.get(key)?.paise ?? 0n, after.get(key)?.paise ?? 0n]
    return old === now ? [] : [{ clientId, clientName, saudaId, figure, before: old, after: now }]
  })
