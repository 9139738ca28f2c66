import { priceFileForm } from './price-file.ts'

/** A valid tradebook of another broker with two trades. */
export const tradebookForm = (): FormData =>
  priceFileForm(
    'symbol,isin,trade_date,trade_type,quantity,price,trade_id\nINFY,INE009A01021,2024-05-02,buy,5,1400.5,1001\nINFY,INE009A01021,2024-07-02,sell,5,1500,1002\n',
    'tradebook.csv',
  )
