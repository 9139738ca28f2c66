import { fairValueDay } from '@sauda/contract/books/tax-year'
import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { decimalOf, formatCount, formatPrice } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { fairValueCalls, fairValueErrors, type FairValueReading } from '@sauda/contract/trading/fair-value'
import type { AppContext } from '../../app/app-context.ts'
import {
  type ClientChange,
  type FileFormat,
  fileProposal,
  type FileToCount,
  previewFile,
  sendFile,
  waitingFiles,
} from '../../core/approval/file-proposal.ts'
import { inChild } from '../../platform/child.ts'
import type { Tx } from '../../platform/db.ts'
import { checkRows } from '../market/imported-file.ts'
import { insertFile, isImported } from '../market/market.sql.ts'
import { namedClients } from '../trade-charge/trade-charge.sql.ts'
import type * as lists from './fair-value.read.ts'
import type { FairValueList } from './fair-value.read.ts'
import { changedPrices, countingList, savePrices, selectLists, valuesOfClients } from './fair-value.sql.ts'

const child = inChild<typeof lists>(new URL('./fair-value.read.ts', import.meta.url), exchangeCsvErrors.tooMuch)

/** Price lists of 31 January 2018: the newest of each exchange counts. Nothing here confirms a price, so a second operator always does. */
const fairValueLists: FileFormat<FairValueList, FairValueReading> = {
  kind: 'fair-value.count',
  lock: 'priceFiles',
  read: ({ name, bytes }) => child('readFairValues', { name, bytes }),
  count: countList,
}

async function countList(tx: Tx, file: FileToCount<FairValueList>) {
  const { csv, content, importedBy, approvedBy } = file
  const { exchange, rows, prices, leftOut } = content
  if (await isImported(tx, 'fair_value_list', { exchange }, csv)) throw new AppError(fairValueErrors.known)
  const before = await countingList(tx, exchange)
  checkRows({ day: fairValueDay, rows }, before && { day: fairValueDay, rows: before.rows })
  const values = await valuesOfClients(tx)
  const columns = { exchange, rows, prices: prices.length, approved_by: approvedBy }
  const id = await insertFile(tx, 'fair_value_list', csv, importedBy, columns)
  await savePrices(tx, id, prices)
  const changed = await changedPrices(tx, before?.id ?? null, id)
  const [added, absent] = [
    changed.filter((each) => each.before === null),
    changed.filter((each) => each.after === null),
  ]
  const reading: FairValueReading = {
    exchange,
    name: csv.name,
    rows,
    prices: prices.length,
    leftOut: [...leftOut],
    added: added.length,
    changed: changed.length - added.length - absent.length,
    absent: absent.length,
  }
  return {
    reading,
    summary: `Use the highest prices of 31 Jan 2018 of ${csv.name} (${exchange}) for the cost of shares bought until that day`,
    reasons: [reasonOf(reading, before?.name)],
    changes: await changesOf(tx, values),
    tables: [
      {
        title: 'Prices of shares that clients bought until 31 Jan 2018',
        columns: ['Share', 'Before', 'After', 'Clients'],
        rows: changed
          .filter(({ clients }) => clients > 0)
          .map(({ isin, symbol, clients, ...price }) => [
            `${symbol}, ${isin}`,
            priceText(price.before),
            priceText(price.after),
            formatCount(clients),
          ]),
      },
    ],
    audited: { action: 'fair-value.import', subjectId: id, after: reading, topic: 'market' as const },
  }
}

const priceText = (price: string | null): string => (price === null ? '–' : formatPrice(decimalOf(price) ?? 0n))

const reasonOf = ({ exchange, added, changed, absent }: FairValueReading, replaced: string | undefined): string =>
  replaced === undefined
    ? `It is the first list of ${exchange} with prices of 31 Jan 2018, which nothing here confirms`
    : `It replaces ${replaced}. Prices that differ: ${formatCount(changed)}; new: ${formatCount(added)}; no longer there: ${formatCount(absent)}`

/** What changes in the value of each client's purchases until that day. */
async function changesOf(tx: Tx, values: Awaited<ReturnType<typeof valuesOfClients>>): Promise<ClientChange[]> {
  const before = new Map(values.map(({ clientId, value }) => [clientId, value]))
  const after = new Map((await valuesOfClients(tx)).map(({ clientId, value }) => [clientId, value]))
  const ids = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
  return (await namedClients(tx, ids)).map((client) => ({
    ...client,
    figure: 'Purchases until 31 Jan 2018, at its highest prices',
    before: before.get(client.clientId) ?? 0n,
    after: after.get(client.clientId) ?? 0n,
  }))
}

export const fairValueProposals = (context: AppContext) => ({
  'fair-value.count': fileProposal(context, fairValueLists),
})

export function fairValueRoutes(context: AppContext): void {
  const { mount, db } = context
  mount(fairValueCalls.list, async () => ({
    lists: await selectLists(db),
    waitingFiles: await waitingFiles(db, 'fair-value.count'),
  }))
  mount(fairValueCalls.preview, (given) => previewFile(context, fairValueLists, given))
  mount(fairValueCalls.importFile, (given) => sendFile(context, fairValueLists, given))
}
