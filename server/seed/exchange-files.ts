import type { Client, Closes, Share } from './exchange-day.ts'
import { type ExchangeTrade, fillsOf, isFund, leviesOf, type SecurityDay, securitiesOf } from './exchange-oracle.ts'

/** The columns of the files of exchanges and clearing corporations, in their order. */
export const columns = {
  trade:
    'TradDt,BizDt,Sgmt,Src,Xchg,ClrMmbId,Brkr,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,ClntTp,ClntId,FullyExctdConfSnt,OrgnlCtdnPtcptId,CtdnPtcptId,SttlmTp,SctiesSttlmTxId,BuySellInd,TradQty,NewBrdLotQty,Pric,UnqTradIdr,RptdTxSts,TradDtTm,UpdDt,OrdrRef,OrdrDtTm,InstgUsr,CtclId,TradRegnOrgn,OrdrTp,BlckDealInd,SttlmCycl,MktTpandId,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4',
  price:
    'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4',
  stt: 'RptHdr,Sgmt,Src,TradDt,ClctnDt,DueDt,SttlmTp,SctiesSttlmTxId,ClrMmbId,BrkrOrCtdnPtcptId,ClntId,TckrSymb,SctySrs,FinInstrmId,FinInstrmTp,ISIN,XpryDt,OptnTp,StrkPric,SttlmPric,TtlBuyTradgVol,TtlBuyTrfVal,TtlSellTradgVol,TtlSellTrfVal,AvrgPric,BuyDlvrblQty,SellDlvrblQty,SellOthrThanDlvryQty,BuyDlvrblVal,SellDlvrblVal,SellOthrThanDlvryVal,BuyDelvryTtlTaxs,SellDelvryTtlTaxs,SellOthrThanDelvryTtlTaxs,TaxblSellFutrsVal,TaxblSellOptnVal,OptnExrcQty,OptnExrcVal,TaxblExrcVal,FutrsTtlTaxs,OptnTtlTaxs,TaxblBuyValCallAuctn,TaxblSellValCallAuctn,TtlTaxs,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4',
  stamp:
    'RptHdr,Sgmt,Src,SttlmTp,SctiesSttlmTxId,ClrMmbId,BrkrOrCtdnPtcptId,ClctnDt,DueDt,ClntId,CtrySubDvsn,TckrSymb,SctySrs,FinInstrmId,FinInstrmTp,ISIN,XpryDt,StrkPric,OptnTp,TtlBuyTradgVol,TtlBuyTrfVal,TtlSellTradgVol,TtlSellTrfVal,BuyDlvryQty,BuyDlvryVal,BuyOthrThanDlvryQty,BuyOthrThanDlvryVal,BuyStmpDty,SellStmpDty,SttlmPric,BuyDlvryStmpDty,BuyOthrThanDlvryStmpDty,StmpDtyAmt,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4',
  obligation:
    'Sgmt,Src,ClrMmbId,BrkrOrCtdnPtcptId,FinInstrmId,ISIN,TckrSymb,SctySrs,SttlmTp,SctiesSttlmTxId,TradRegnOrgn,ClntId,CtdnId,CtdnPtcptId,RptgDt,FndsPayInDt,FndsPayOutDt,CmmdtyOrScrtyPayInDt,CmmdtyOrScrtyPayOutDt,DalyBuyTradgVol,DalySellTradgVol,DalyBuyTradgVal,DalySellTradgVal,CmltvBuyVol,CmltvSellVol,CmltvBuyAmt,CmltvSellAmt,FnlOblgtnFlg,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4',
  // Those of the 23 that are known.
  settlement: 'SttlmTp,SctiesSttlmTxId,FndsPayInDtAndTm,FndsPayOutDtAndTm',
  delivery: 'ClntId,ISIN,SttlmTp,SctiesSttlmTxId,QtyORShrtQty',
} as const

/** The files of exchanges, clearing corporations and bank about one trade day, from one list of trades, so that they agree. */

export type Day = {
  readonly day: string
  /** The day of pay-in and pay-out. */
  readonly settledOn: string
  readonly trades: readonly ExchangeTrade[]
  readonly closes: Closes
  /** The exchange at whose clearing corporation all trades are cleared; absent: each exchange at its own. */
  readonly clearsAt?: Exchange | undefined
  /** Shares that a seller does not deliver. */
  readonly shortOf?: (sold: bigint) => bigint
}
type World = { readonly shares: readonly Share[]; readonly clients: readonly Client[] }
type Files = Map<string, string>
type Exchange = ExchangeTrade['exchange']
type Form = keyof typeof columns
type Cells = Readonly<Record<string, string | number | bigint>>

const exchanges = ['NSE', 'BSE'] as const
export const members = { NSE: '90001', BSE: '9001' } as const
const corporations = { NSE: 'NCL', BSE: 'ICCL' } as const

const cells = (...parts: readonly Cells[]): Cells => Object.assign({}, ...parts)
/** The columns of a form in their order; cells that are not given are empty. */
const row = (form: Form, values: Cells): string =>
  columns[form]
    .split(',')
    .map((column) => values[column] ?? '')
    .join(',')
const table = (form: Form, rows: readonly Cells[]): string =>
  [columns[form], ...rows.map((each) => row(form, each)), ''].join('\n')

export const rupees = (paise: number | bigint): string => {
  const text = String(paise).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}
const compact = (day: string): string => day.replaceAll('-', '')

/** NSE counts the settlements of a year, BSE those of a financial year; holidays are not left out. */
export function settlementNumber(exchange: Exchange, day: string): string {
  const year = Number(day.slice(0, 4))
  const first = exchange === 'NSE' ? year : day.slice(5) < '04-01' ? year - 1 : year
  const start = Date.parse(exchange === 'NSE' ? `${year}-01-01` : `${first}-04-01`)
  let count = 0
  for (let time = start; time <= Date.parse(day); time += 86_400_000)
    if (![0, 6].includes(new Date(time).getUTCDay())) count += 1
  const name = exchange === 'NSE' ? String(year) : `${first % 100}${(first + 1) % 100}`
  return `${name}${String(count).padStart(3, '0')}`
}

/** EQUITY_L of NSE. */
export const listingFile = ({ shares }: Pick<World, 'shares'>): string =>
  [
    'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE',
    ...shares.map(
      ({ isin, symbol, series }) => `${symbol},Synthetic ${symbol} Limited,${series},06-OCT-2008,10,1,${isin},10`,
    ),
    '',
  ].join('\n')

/** The list of securities with their STT of NSE, as of a day. */
export const sttListFile = ({ shares }: Pick<World, 'shares'>, day: string) => ({
  name: `C_STT_IND_${day.split('-').toReversed().join('')}.csv`,
  text: [
    'SYMBOL,SERIES,ISIN,STT INDICATOR',
    ...shares.map(
      (each) => `${each.symbol},${each.series},${each.isin},${isFund(each.isin) ? 'EQUITY FUND' : 'SHARE'}`,
    ),
    '',
  ].join('\n'),
})

/** The clients, for the import at the desk. */
export function clientsFile({ clients }: Pick<World, 'clients'>, seed: number): string {
  const letter = (at: number) => String.fromCharCode(65 + (at % 26))
  const header =
    'record,pan,name,email,mobile,kyc_date,executive,balance,account_holder,account_number,ifsc,stock,quantity,unit_cost,purchase_date,ucc,demat'
  const lines = clients.map(({ ucc }, at) => {
    const start = [at, at / 26, at / 676].map((part) => letter(Math.floor(part))).join('')
    const pan = `${start}PS${1000 + (seed % 9000)}K`
    const mobile = 8_000_000_000 + (seed % 1000) * 100_000 + at
    return `client,${pan},Synthetic Client,synthetic${seed}.${at}@example.com,${mobile},2024-03-31,,5000000.00,,,,,,,,${ucc},${1_208_160_000_000_000 + at}`
  })
  return [header, ...lines, ''].join('\n')
}

/** By file name. */
export function filesOf(day: Day, world: World): Files {
  const files: Files = new Map()
  const bank: string[] = []
  for (const exchange of exchanges) {
    const own = day.trades.filter((trade) => trade.exchange === exchange)
    exchangeFiles(files, exchange, { ...day, trades: own }, world)
    if (day.clearsAt === undefined) bank.push(...clearingFiles(files, exchange, { ...day, trades: own }, world))
  }
  if (day.clearsAt !== undefined) bank.push(...clearingFiles(files, day.clearsAt, day, world))
  const header = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.'
  const [year = '', month = '', date = ''] = day.settledOn.split('-')
  const lines = bank.map((line) => `${date}/${month}/${year.slice(2)},${line}`)
  files.set(`Bank_${compact(day.day)}.csv`, ['Account No : 50200012345678', header, ...lines, ''].join('\n'))
  return files
}

function exchangeFiles(files: Files, exchange: Exchange, { day, trades, closes }: Day, { shares }: World): void {
  const rows = trades.flatMap((trade) => tradeRows(trade))
  const name = (stage: 'F' | 'P') => `Trade_${exchange}_CM_0_TM_${members[exchange]}_${compact(day)}_${stage}_0000.csv`
  files.set(name('F'), table('trade', rows))
  // The provisional file comes before the last trades.
  files.set(name('P'), table('trade', rows.slice(0, Math.ceil(rows.length * 0.9))))
  const listed = shares.filter(({ isDelivered }) => exchange === 'NSE' || !isDelivered)
  files.set(priceFileName(exchange, day), priceFile({ exchange, day, shares: listed, closes }))
}

export const priceFileName = (exchange: Exchange, day: string): string =>
  `BhavCopy_${exchange}_CM_0_0_0_${compact(day)}_F_0000.csv`

type Prices = Pick<Day, 'day' | 'closes'> & {
  readonly exchange: Exchange
  readonly shares: readonly Pick<Share, 'isin' | 'symbol' | 'series'>[]
}

export const priceFile = ({ exchange, day, shares, closes }: Prices): string =>
  table(
    'price',
    shares.map(({ isin, symbol, series }, at): Cells => {
      const { before = 0, close = 0 } = closes.get(isin) ?? {}
      const price = rupees(close)
      return cells(
        { TradDt: day, BizDt: day, Sgmt: 'CM', Src: exchange, FinInstrmTp: 'STK', FinInstrmId: 9100 + at },
        { ISIN: isin, TckrSymb: symbol, SctySrs: exchange === 'BSE' ? 'A' : series, FinInstrmNm: symbol },
        { OpnPric: price, HghPric: price, LwPric: price, ClsPric: price, LastPric: price, SttlmPric: price },
        { PrvsClsgPric: rupees(before), TtlTradgVol: 1000, SsnId: 'F1', NewBrdLotQty: 1 },
      )
    }),
  )

const typeOf = ({ isDelivered }: { readonly isDelivered: boolean }) => (isDelivered ? 'Z' : 'M')

function tradeRows(trade: ExchangeTrade): Cells[] {
  const { day, exchange, number, order, client, isin, symbol, series, side, quantity, price, at, isCancelled } = trade
  const original = cells(
    { TradDt: day, BizDt: day, Sgmt: 'CM', Src: exchange, Xchg: exchange, ClrMmbId: members[exchange] },
    { Brkr: members[exchange], FinInstrmTp: 'STK', FinInstrmId: 9100, ISIN: isin, TckrSymb: symbol },
    { SctySrs: series, FinInstrmNm: symbol, ClntTp: 'C', ClntId: client, SttlmTp: typeOf(trade) },
    { SctiesSttlmTxId: settlementNumber(exchange, day), BuySellInd: side, TradQty: quantity, NewBrdLotQty: 1 },
    { Pric: rupees(price), UnqTradIdr: number, RptdTxSts: 'OR', TradDtTm: at, UpdDt: at, OrdrRef: order },
    { OrdrDtTm: at, InstgUsr: '12001', CtclId: '1', SttlmCycl: 'T1', MktTpandId: 'N' },
  )
  return isCancelled ? [original, { ...original, RptdTxSts: 'CN', UpdDt: `${day}T15:40:00` }] : [original]
}

type Security = SecurityDay & { readonly client: Client; readonly share: Share }

/** The files of the clearing corporation of this exchange. Returns the lines of the bank on the day of settlement, without their date. */
function clearingFiles(files: Files, exchange: Exchange, given: Day, world: World): string[] {
  const { day, settledOn, trades, clearsAt } = given
  const [corporation, member] = [corporations[exchange], members[exchange]]
  const number = settlementNumber(exchange, day)
  const shares = new Map(world.shares.map((share) => [share.isin, share]))
  const byClient = Map.groupBy(trades, ({ client }) => client)
  const securities = world.clients.flatMap((client) =>
    securitiesOf(fillsOf(byClient.get(client.ucc) ?? [], clearsAt)).map((each): Security => ({
      ...each,
      client,
      share: shares.get(each.isin) as Share,
    })),
  )
  const common = { Sgmt: 'CM', Src: corporation, SctiesSttlmTxId: number, ClrMmbId: member, BrkrOrCtdnPtcptId: member }
  const add = (kind: string, form: Form, rows: readonly Cells[]) =>
    files.set(
      `${kind}_${corporation}_CM_0_CM_${member}_${compact(day)}_F_0000.csv`,
      table(
        form,
        rows.map((each) => ({ ...common, ...each })),
      ),
    )
  const levies = levyRows(securities, day, settledOn)
  add('STT', 'stt', levies.stt)
  add('StampDuty', 'stamp', levies.stamp)
  add('Obligation', 'obligation', obligationRows(securities, day, settledOn))
  const types = [...new Set(securities.map(({ share }) => typeOf(share)))].toSorted()
  const moment = (time: string) => `${settledOn}T${time}:00`
  const settlements = types.map((type) => ({
    SttlmTp: type,
    SctiesSttlmTxId: number,
    FndsPayInDtAndTm: moment('10:30'),
    FndsPayOutDtAndTm: moment('15:30'),
  }))
  files.set(`SettlementMaster_${corporation}_CM_0_0_0_${compact(day)}_0_0000.csv`, table('settlement', settlements))
  files.set(
    `DeliveryDpo_${corporation}_CM_EquityT1_CM_${member}_${compact(day)}_F_0000.csv`,
    table('delivery', deliveryRows(securities, number, given.shortOf)),
  )
  return [
    ...types.map((type) => bankLine(`${corporation} SETTLEMENT ${type} ${number}`, netOf(securities, type))),
    bankLine(`${corporation} STT ${day}`, -levies.sttTotal),
    bankLine(`${corporation} STAMP DUTY ${day}`, -levies.stampTotal),
  ]
}

/** What buyers receive, and what sellers do not deliver, also where it is nothing. */
const deliveryRows = (securities: readonly Security[], number: string, shortOf: Day['shortOf'] = () => 0n): Cells[] =>
  securities.flatMap(({ client, isin, bought, sold, share }) => {
    // Trade for trade, a client may receive and deliver; the file does not tell them apart.
    const net = share.isDelivered && bought > 0n ? bought : bought - sold
    const QtyORShrtQty = net > 0n ? net : shortOf(-net)
    const common = { ClntId: client.ucc, ISIN: isin, SttlmTp: typeOf(share), SctiesSttlmTxId: number }
    return net === 0n ? [] : [{ ...common, QtyORShrtQty }]
  })

/** What the clearing corporation pays, or below 0 is paid. */
const netOf = (securities: readonly Security[], type: string): bigint =>
  securities
    .filter(({ share }) => typeOf(share) === type)
    .reduce((sum, { sellValue, buyValue }) => sum + sellValue - buyValue, 0n)

const bankLine = (text: string, paise: bigint): string => {
  const reference = text.replaceAll(/[ -]/g, '')
  return paise < 0n ? `${text},${reference},${rupees(-paise)},` : `${text},${reference},,${rupees(paise)}`
}

/** The total of the member, then each client's total with its securities. */
function levyRows(securities: readonly Security[], day: string, settledOn: string) {
  const clients = [...Map.groupBy(securities, ({ client }) => client)].map(([client, own]) => ({
    client,
    own,
    ...leviesOf(own),
  }))
  const sttTotal = clients.reduce((sum, { stt }) => sum + stt, 0n)
  const stampTotal = clients.reduce((sum, { stamp }) => sum + stamp, 0n)
  const dates = { ClctnDt: settledOn, DueDt: settledOn }
  const traded = ({ share, isin, bought, sold, buyValue, sellValue }: Security): Cells =>
    cells(
      { SttlmTp: typeOf(share), TckrSymb: share.symbol, SctySrs: share.series, FinInstrmTp: 'STK', ISIN: isin },
      { TtlBuyTradgVol: bought, TtlBuyTrfVal: rupees(buyValue) },
      { TtlSellTradgVol: sold, TtlSellTrfVal: rupees(sellValue) },
    )
  const stt = clients.flatMap(({ client, own, stt: total }): Cells[] => [
    { RptHdr: 30, TradDt: day, ...dates, ClntId: client.ucc, TtlTaxs: rupees(total) },
    ...own.map((each) =>
      cells(
        { RptHdr: 40, TradDt: day, ...dates, ClntId: client.ucc, ...traded(each), AvrgPric: rupees(each.average) },
        { BuyDlvrblQty: each.bought - each.matched, SellDlvrblQty: each.sold - each.matched },
        { SellOthrThanDlvryQty: each.matched, TtlTaxs: rupees((each.stt.n * 100n) / each.stt.d) },
      ),
    ),
  ])
  const stamp = clients.flatMap(({ client, own, stamp: total }): Cells[] => [
    { RptHdr: 30, ...dates, ClntId: client.ucc, CtrySubDvsn: client.state, StmpDtyAmt: rupees(total) },
    ...own.map((each) =>
      cells(
        { RptHdr: 40, ...dates, ClntId: client.ucc, CtrySubDvsn: client.state, ...traded(each) },
        { BuyDlvryQty: each.bought - each.matched, BuyOthrThanDlvryQty: each.matched },
        { StmpDtyAmt: rupees(leviesOf([each]).stamp) },
      ),
    ),
  ])
  const member = (amount: Cells): Cells => ({ RptHdr: 10, ...dates, ...amount })
  return {
    sttTotal,
    stampTotal,
    stt: [member({ TradDt: day, TtlTaxs: rupees(sttTotal) }), ...stt],
    stamp: [member({ StmpDtyAmt: rupees(stampTotal) }), ...stamp],
  }
}

/** The member's volumes and values in each security. */
const obligationRows = (securities: readonly Security[], day: string, settledOn: string): Cells[] =>
  [...Map.groupBy(securities, ({ share }) => share)].map(([share, own]) => {
    const sum = (of: (each: Security) => bigint) => own.reduce((total, each) => total + of(each), 0n)
    const [bought, sold] = [sum((each) => each.bought), sum((each) => each.sold)]
    const [buyValue, sellValue] = [rupees(sum((each) => each.buyValue)), rupees(sum((each) => each.sellValue))]
    return cells(
      { ISIN: share.isin, TckrSymb: share.symbol, SctySrs: share.series, SttlmTp: typeOf(share), RptgDt: day },
      { FndsPayInDt: settledOn, FndsPayOutDt: settledOn },
      { CmmdtyOrScrtyPayInDt: settledOn, CmmdtyOrScrtyPayOutDt: settledOn },
      { DalyBuyTradgVol: bought, DalySellTradgVol: sold, DalyBuyTradgVal: buyValue, DalySellTradgVal: sellValue },
      { CmltvBuyVol: bought, CmltvSellVol: sold, CmltvBuyAmt: buyValue, CmltvSellAmt: sellValue, FnlOblgtnFlg: 'Y' },
    )
  })
