import { randomBytes } from 'node:crypto'
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
import { dayInIndia } from '../src/platform/india.ts'
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
/** A settlement whose pay-out is today. */
export async function newSettlement({ db }: Pick<TestServer, 'db'>, settlesOn = dayInIndia(new Date())) {
  const number = String((count += 1))
  const id = await db.transaction((tx) => settlement(tx, { exchange: 'NSE', type: 'M', number, tradedOn, settlesOn }))
  return { id, number }
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

/** The bank line that pays a settlement in or out; without an amount the whole. Above zero it is received. */
export async function payLine(tx: Tx, settlementId: string, given?: bigint): Promise<void> {
  const paise = given ?? -(await balanceWithClearing(tx, settlementId))
  if (paise === 0n) return
  const event = paise > 0n ? 'clearing.received' : 'clearing.paid'
  const postings = [clearingPosting(settlementId, paise)]
  await postHouse(tx, { event, causeId: newId(), reason: 'Pay-in and pay-out', postings })
}

/** Valid requests of the call with such a file. */
export function clearingForms() {
  const file = async () => {
    const rows = [{ SctiesSttlmTxId: String((count += 1)), RptgDt: tradedOn, DalySellTradgVal: '5.00' }]
    return { body: priceFileForm(clearingText('obligation', rows), obligationName(tradedOn, 'ICCL')) }
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
    const row = await requireRow(db.row<{ number: bigint }>('select number from client where id = $1', [clientId]))
    return { clientId, settlementId, saudaId: `SD${row.number}` }
  }
  return {
    'clearing.accept': async () => {
      const { id: settlementId } = await newSettlement(server)
      await db.run(
        `with f as (insert into clearing_file (id, kind, exchange, day, is_final, name, sha256, content, imported_by)
           values ($1, 'obligation', 'NSE', current_date, true, 'x', $2, '', $3) returning id)
         insert into obligation (file_id, settlement_id, net) select id, $4, 500 from f`,
        [newId(), randomBytes(32), second.id, settlementId],
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
