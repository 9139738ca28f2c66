const header =
  'TradDt,BizDt,Sgmt,Src,Xchg,ClrMmbId,Brkr,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,ClntTp,ClntId,FullyExctdConfSnt,OrgnlCtdnPtcptId,CtdnPtcptId,SttlmTp,SctiesSttlmTxId,BuySellInd,TradQty,NewBrdLotQty,Pric,UnqTradIdr,RptdTxSts,TradDtTm,UpdDt,OrdrRef,OrdrDtTm,InstgUsr,CtclId,TradRegnOrgn,OrdrTp,BlckDealInd,SttlmCycl,MktTpandId,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4'

type Row = {
  readonly number: string
  readonly client: string
  readonly price: string
  readonly side?: 'B' | 'S'
  /** Settlement number. */
  readonly settlement?: string
}

/** A final trade file of NSE, in which each row is a trade of 10 TCS. */
export const tradeFile = (day: string, rows: readonly Row[]) => ({
  name: `Trade_NSE_CM_0_TM_90001_${day.replaceAll('-', '')}_F_0000.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      header,
      ...rows.map(
        ({ number, client, price, side = 'B', settlement = '2026220' }) =>
          `${day},${day},CM,NSE,NSE,90001,90001,STK,11536,INE467B01029,TCS,EQ,,,,,TCS,C,${client},,,,M,${settlement},${side},10,1,${price},${number},OR,${day}T10:00:00,${day}T10:00:00,1100000000${number},${day}T10:00:00,1,1,,,,T1,N,,,,,`,
      ),
    ].join('\n'),
  ),
})

/** The list of securities of NSE with TCS in it, as the form of an upload. */
export function listingForm(): FormData {
  const columns = 'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE'
  const listing = new FormData()
  const text = `${columns}\nTCS,Tata Consultancy Services,EQ,25-AUG-2004,1,1,INE467B01029,1\n`
  listing.set('file', new File([text], 'EQUITY_L.csv'))
  return listing
}
