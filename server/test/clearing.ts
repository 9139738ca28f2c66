import { emptyFile } from './sent-file.ts'
import { commonErrors } from '@sauda/contract/platform/error'
import {
  balanceWithClearing,
  bookContract,
  type Charges,
  clearingPosting,
  settlement,
  type Trades,
} from '../src/core/ledger/clearing.ts'
import { post, postHouse } from '../src/core/ledger/ledger.ts'
import { requireRow, type Tx } from '../src/platform/db.ts'
import { newId } from '../src/platform/id.ts'
import { addDays, dayInIndia } from '../src/platform/india.ts'
import { nextSettlementDay } from '../src/trading/market/trading-day.ts'
import { insertShortage } from '../src/trading/clearing/clearing.sql.ts'
import { reason, type Things, type Valid } from './call-things.ts'
import { levyFileName } from './levy-file.ts'
import { newIsin, priceFileForm } from './price-file.ts'
import type { TestServer } from './server.ts'
import { daysBefore } from './trade.ts'

const columns = {
  obligation:
    'Sgmt,Src,ClrMmbId,BrkrOrCtdnPtcptId,FinInstrmId,ISIN,TckrSymb,SctySrs,SttlmTp,SctiesSttlmTxId,TradRegnOrgn,ClntId,CtdnId,CtdnPtcptId,RptgDt,FndsPayInDt,FndsPayOutDt,CmmdtyOrScrtyPayInDt,CmmdtyOrScrtyPayOutDt,DalyBuyTradgVol,DalySellTradgVol,DalyBuyTradgVal,DalySellTradgVal,CmltvBuyVol,CmltvSellVol,CmltvBuyAmt,CmltvSellAmt,FnlOblgtnFlg,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4',
  master: 'Sgmt,Src,SttlmTp,SctiesSttlmTxId,FndsPayInDtAndTm,FndsPayOutDtAndTm,Rmks',
  delivery: 'Sgmt,Src,ClntId,ISIN,SttlmTp,SctiesSttlmTxId,TxTp,TxInd,QtyORShrtQty,SqrOffORValtnPric,Rmks',
}
/** The cells that differ from those of any row, by column. */
export type Cells = Readonly<Record<string, string | number>>

export function clearingText(kind: keyof typeof columns, rows: readonly Cells[]): string {
  const names = columns[kind].split(',')
  const usual = { Sgmt: 'CM', Src: 'NCL', SttlmTp: 'M', ClrMmbId: '90001', ISIN: newIsin(1) }
  return [
    columns[kind],
    ...rows.map((row) => names.map((name) => ({ ...usual, ...row })[name] ?? '').join(',')),
    '',
  ].join('\n')
}

export const obligationName = (day: string, corporation = 'NCL', state = 'F'): string =>
  levyFileName('stt', day, corporation).replace('STT', 'Obligation').replace('_F_', `_${state}_`)

export const deliveryName = (day: string, version = 0): string =>
  `DeliveryDpo_NCL_CM_EquityT1_CM_90001_${day.replaceAll('-', '')}_F_000${version}.csv`

/** The trading day before today: its settlement is paid out today. */
export const tradedOn = daysBefore(dayInIndia(new Date()), 1)[0] ?? ''

let count = 2_026_500
let chosen = 'ICCL'
/** A settlement whose pay-out is today, known from a trade that a custodian settles. */
export async function newSettlement({ db }: Pick<TestServer, 'db'>, settlesOn = dayInIndia(new Date())) {
  const number = String((count += 1))
  const id = await db.transaction((tx) => settlement(tx, { exchange: 'NSE', type: 'M', number, tradedOn, settlesOn }))
  await recordTrade({ db }, number, 'B', 1n, { custodian: 'CUST01' })
  return { id, number }
}

/** A trade of the trade file that is in no client's account here; `paise` for one share. */
async function recordTrade(
  { db }: Pick<TestServer, 'db'>,
  settlementNumber: string,
  side: 'B' | 'S',
  paise: bigint,
  { custodian = '' } = {},
): Promise<void> {
  const trade = String((count += 1))
  await db.run(
    `with operator as (select id from operator order by created_at limit 1),
     file as (insert into exchange_file (id, exchange, day, name, sha256, content, status, totals, imported_by, decided_by, decided_at)
       select gen_random_uuid(), 'NSE', $1, 'x', sha256($2::text::bytea), '', 'booked', '{}', id, id, now() from operator returning id)
     insert into exchange_trade (exchange, day, trade_number, order_ref, side, line, file_id, client_type, client_code, custodian, isin, symbol,
       series, quantity, price, settlement_type, settlement_number, traded_at, ordered_at, booked_at)
     select 'NSE', $1, $2, $2, $3, 2, id, 'client', 'ELSEWHERE', $4, $5, 'ANY', 'EQ', 1, $6::numeric / 100, 'M', $7, now(), now(), now() from file`,
    [tradedOn, trade, side, custodian, newIsin(1), paise, settlementNumber],
  )
}

/** Records the same trades as the ledger has. */
export async function recordTrades(
  server: Pick<TestServer, 'db'>,
  { purchases = [], sales = [], intraday = [] }: Partial<Trades>,
): Promise<void> {
  const record = (settlementId: string, side: 'B' | 'S', paise: bigint) =>
    recordTrade(server, settlementId.split('-')[2] ?? '', side, paise)
  for (const { settlementId, cost } of purchases) await record(settlementId, 'B', cost)
  for (const { settlementId, proceeds } of sales) await record(settlementId, 'S', proceeds)
  for (const { settlementId, result } of intraday) {
    await record(settlementId, 'B', 1_000_000n)
    await record(settlementId, 'S', 1_000_000n + result)
  }
}

export const noCharges: Charges = { brokerage: 0n, gst: 0n, stt: 0n, stampDuty: 0n, exchangeCharges: 0n, sebiFee: 0n }

/** Books these trades of a client as a contract note. */
export const bookTrades = (
  { db }: Pick<TestServer, 'db'>,
  { id: clientId }: { readonly id: string },
  trades: Partial<Trades>,
  charges = noCharges,
) =>
  db.transaction((tx) =>
    bookContract(tx, {
      clientId,
      noteId: newId(),
      reason: 'Trades of the day',
      trades: { purchases: [], sales: [], intraday: [], ...trades },
      charges,
    }),
  )

/** The contracts of what `bookTrades` booked without charges, so that the books balance. */
export const storeContracts = ({ db }: Pick<TestServer, 'db'>) =>
  db.run(
    `insert into contract (id, client_id, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst)
       select j.cause_id, j.client_id, current_date, greatest(sum(m.amount), 0), greatest(-sum(m.amount), 0), 0, 0, 0, 0, 0, 0
         from journal j join entry e on e.journal_id = j.id
        cross join lateral (values (e.credit::text, e.amount), (e.debit::text, -e.amount)) m (account, amount)
        where j.event = 'contract.booked' and m.account = 'clearing_corporation' group by j.cause_id, j.client_id
        on conflict do nothing`,
  )

/** The bank line that pays a settlement in or out; without an amount the whole. Above zero it is received. */
export async function payLine(tx: Tx, settlementId: string, given?: bigint): Promise<void> {
  const paise = given ?? -(await balanceWithClearing(tx, settlementId))
  if (paise === 0n) return
  const event = paise > 0n ? 'clearing.received' : 'clearing.paid'
  const postings = [clearingPosting(settlementId, paise)]
  const causeId = newId()
  await postHouse(tx, { event, causeId, reason: 'Pay-in and pay-out', postings })
  const [direction, amount] = paise > 0n ? ['credit', paise] : ['debit', -paise]
  await tx.run(
    `with statement as (
       insert into bank_statement (id, file_name, file_hash, first_on, last_on, lines, added, imported_by)
         select $1::uuid, 'statement.csv', sha256($1::uuid::text::bytea), current_date, current_date, 1, 1, id from operator limit 1 returning id)
     insert into bank_line (id, statement_id, line_number, identity, occurrence, booked_on, direction, amount, text, names)
       select id, id, 1, sha256(id::text::bytea), 0, current_date, $2, $3, 'Clearing corporation', '{}' from statement`,
    [causeId, direction, amount],
  )
  await tx.run(
    `select link_bank_line($1, id, 'settlement', null, null, null, amount, 5, 'Pay-in and pay-out', null, null)
       from bank_line where id = $1`,
    [causeId],
  )
}

/** Valid requests of the call with such a file. */
export function clearingForms() {
  const file = async () => {
    const payOut = nextSettlementDay(tradedOn)
    const rows = [{ SctiesSttlmTxId: String((count += 1)), FndsPayInDtAndTm: payOut, FndsPayOutDtAndTm: payOut }]
    const name = `SettlementMaster_ICCL_CM_0_0_0_${payOut.slice(0, 7).replace('-', '')}00_0_0000.csv`
    return { body: priceFileForm(clearingText('master', rows), name) }
  }
  return { 'clearing.importFile': file }
}

/** A shortage that can be closed out. */
async function closable(
  { db }: Pick<TestServer, 'db'>,
  { settlementId, clientId }: { settlementId: string; clientId: string },
  operatorId: string,
) {
  const shortageId = newId()
  const stock = `CLO${(count += 1)}`
  const isin = newIsin(count - 2_000_000)
  await db.run(
    `with s as (insert into shortage (id, settlement_id, client_id, isin, side, quantity, amount, reason, recorded_by)
       values ($1, $2, $3, $4, 'B', 1, 100, 'x', $5)),
     t as (insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, booked_by)
       values ($1, $3, 'BUY', $6, 1, 1, 100, 100, 0, $5))
     insert into lot (id, client_id, stock, isin, source, trade_id, acquired_on, quantity, cost, open_quantity, open_cost)
     select $1, $3, $6, $4, 'trade', $1, current_date, 1, 100, 1, 100`,
    [shortageId, settlementId, clientId, isin, operatorId, stock],
  )
  const bought = {
    event: 'trade.bought',
    clientId,
    causeId: shortageId,
    postings: [
      { from: 'cash', to: 'invested', paise: 100n },
      { from: 'securities', to: 'clearing', paise: 100n },
    ],
  } as const
  await db.transaction((tx) => post(tx, bought, commonErrors.fault))
  const body = { kind: 'auction', number: String((count += 1)), day: dayInIndia(new Date()), price: 2 }
  return { params: { shortageId }, body }
}

/** As in every-call.ts, of settlements. */
export function clearingCalls({
  server,
  rich,
  atDesk,
  second,
  call,
  made,
  token,
}: Things): Readonly<Record<string, () => Promise<Valid>>> {
  const { db } = server
  /** A client with proceeds in a new settlement. */
  const seller = async () => {
    const [{ id: clientId }, { id: settlementId }] = [await rich(), await newSettlement(server)]
    await bookTrades(server, { id: clientId }, { intraday: [{ settlementId, result: 500n }] })
    await storeContracts(server)
    const row = await requireRow(db.row<{ number: bigint }>('select number from client where id = $1', [clientId]))
    return { clientId, settlementId, saudaId: `SD${row.number}` }
  }
  return {
    // Another one than the last, from a later day.
    'corporation.set': async () => {
      chosen = chosen === 'NCL' ? 'ICCL' : 'NCL'
      const from = addDays(dayInIndia(new Date()), (count += 1) - 2_026_000)
      return atDesk({ body: { from, NSE: chosen, BSE: chosen } })
    },
    'clearing.accept': async () => {
      const { id: settlementId } = await newSettlement(server)
      await db.run(
        `with ${emptyFile}, f as (insert into clearing_file (id, kind, exchange, day, is_final, name, sha256, imported_by)
           values ($1, 'obligation', 'NSE', current_date, true, 'x', sha256(''), $2) returning id)
         insert into obligation (file_id, settlement_id, net) select id, $3, 500 from f`,
        [newId(), second.id, settlementId],
      )
      return atDesk({ params: { settlementId }, body: { difference: 5, reason } })
    },
    'clearing.addShortage': async () => {
      const { settlementId, saudaId } = await seller()
      return atDesk({ params: { settlementId }, body: { saudaId, amount: 5, reason } })
    },
    'clearing.closeShortage': async () => atDesk(await closable(server, await seller(), second.id)),
    'clearing.reopenShortage': async () => {
      const { params, body } = await closable(server, await seller(), second.id)
      const { shortageId } = params
      const { waitsForSecond } = await made(call('POST', `/desk/shortages/${shortageId}/close`, { token, body }))
      if (waitsForSecond) {
        const sql = "select id from proposal where status = 'pending' and payload ->> 'shortageId' = $1"
        const { id } = await requireRow(db.row<{ id: string }>(sql, [shortageId]))
        await made(call('POST', `/desk/proposals/${id}/approve`, { token: second.token }))
      }
      return atDesk({ params, body: { reason } })
    },
    'clearing.endShortage': async () => {
      const { settlementId, clientId } = await seller()
      const shortageId = newId()
      await db.transaction((tx) =>
        insertShortage(tx, { id: shortageId, settlementId, clientId, paise: 500n, reason, operatorId: second.id }),
      )
      return atDesk({ params: { shortageId }, body: { reason } })
    },
  }
}
