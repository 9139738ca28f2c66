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
