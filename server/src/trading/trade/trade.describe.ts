import { type LedgerAccount, paysDues } from '@sauda/contract/core/ledger'
import { rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { Effect, Evidence } from '@sauda/contract/core/proposal-review'
import type { ImportLine, TradeImport } from '@sauda/contract/trading/trade-file'
import { factsOf } from '../../core/approval/review.ts'
import type { Journal } from '../../core/ledger/ledger.ts'
import { momentText } from '../../platform/india.ts'

// What the second operator sees of a trade or of a file of trades.

/** What entries change of a client's figures, in paise; money for the balance pays dues first. */
export function changeOf({ postings }: Journal, dues: bigint) {
  const of = (account: LedgerAccount) =>
    postings.reduce((sum, { from, to, paise }) => sum + (to === account ? paise : from === account ? -paise : 0n), 0n)
  const paid = paysDues(of('cash'), dues)
  return { paid, balance: of('cash') - paid, invested: of('invested'), loan: of('loan'), unsettled: of('unsettled') }
}

export function effectsOf(journal: Journal, dues: bigint): Effect[] {
  const { paid, balance, invested, loan, unsettled } = changeOf(journal, dues)
  const to = addressOf('client', journal.clientId)
  const changes = { Dues: -paid, Balance: balance, 'Unused loan': loan, Unsettled: unsettled, Invested: invested }
  return Object.entries(changes).flatMap(([text, paise]) =>
    paise === 0n ? [] : [{ account: { text, to }, amount: rupeesOf(paise) }],
  )
}

export const tradeFacts = (
  id: string,
  title: string,
  facts: Readonly<Record<string, string>>,
  toCheck: readonly string[],
): Evidence => ({
  type: 'facts',
  id,
  title,
  facts: factsOf({ ...facts, ...(toCheck.length > 0 && { 'To check': toCheck.join('. ') }) }),
})

export function fileEvidence({ lines, fresh, booked }: TradeImport): Evidence[] {
  const rows = lines.map((line) => [
    { text: String(line.line) },
    clientOf(line),
    {
      text: [`${line.action} ${line.quantity} ${line.stockName} at ${line.price}`, ...executionFacts(line)].join(', '),
    },
    { text: line.amount === undefined ? '–' : rupeesText(line.amount) },
    {
      text:
        line.problem ??
        (line.status === 'booked' ? 'Booked before' : line.warnings.map(({ sentence }) => sentence).join('. ')),
    },
  ])
  const ofClients = Map.groupBy(
    lines.filter(({ status }) => status === 'new'),
    ({ saudaId }) => saudaId,
  )
  const sums = [...ofClients.values()].map((own) => [
    clientOf(own[0] as ImportLine),
    { text: String(own.length) },
    { text: rupeesText(sumOf(own, 'BUY')) },
    { text: rupeesText(sumOf(own, 'SELL')) },
  ])
  const title = `${fresh} new trades of ${sums.length} clients; ${booked} booked before`
  const table = { type: 'table' as const, skipped: 0, last: [] }
  return [
    { ...table, id: 'clients', title, columns: ['Client', 'Trades', 'Purchases', 'Sales'], rows: sums },
    { ...table, id: 'lines', title: 'Lines of the file', columns: ['Line', 'Client', 'Trade', 'Amount', 'Note'], rows },
  ]
}

const executionFacts = ({ tradedAt, exchange, orderNumber, exchangeTradeNumber }: ImportLine): string[] => [
  ...(tradedAt === undefined ? [] : [`traded on ${momentText(new Date(tradedAt))}`]),
  ...(exchange === undefined ? [] : [exchange]),
  ...(orderNumber === undefined ? [] : [`order ${orderNumber}`]),
  ...(exchangeTradeNumber === undefined ? [] : [`trade ${exchangeTradeNumber}`]),
]

const clientOf = ({ clientId, clientName, saudaId }: ImportLine) =>
  clientId === undefined
    ? { text: saudaId }
    : { text: `${clientName ?? ''}, ${saudaId}`, to: addressOf('client', clientId) }

const sumOf = (lines: readonly ImportLine[], action: 'BUY' | 'SELL'): number =>
  lines.reduce((sum, line) => sum + (line.action.toUpperCase() === action ? (line.amount ?? 0) : 0), 0)
