import { sentence } from '@sauda/ui/sentence'
import { Link } from 'react-router'
import { tradeText } from './trade.text.ts'

/** Below a list that has only the newest sales. */
export const OlderSales = () => (
  <p className="note">
    {sentence(tradeText.olderSales, { link: <Link to="/account/position/order-history">Order History</Link> })}
  </p>
)
