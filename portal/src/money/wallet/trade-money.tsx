import { figureNames } from '@sauda/contract/core/ledger-name'
import { paiseOf } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { dayInIndia, formatDate } from '@sauda/web/date-time'
import { traceOf } from '../../shell/amounts.tsx'
import type { Wallet } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'

/** What trades owe the client and the client owes for trades, which the balance does not show. */
export function TradeMoney({ wallet }: { wallet: Wallet | undefined }) {
  const { unsettled = 0, usableUnsettled = 0, dues = 0, proceeds = [] } = wallet ?? {}
  const rupees = (amount: number, figure: 'unsettled' | 'dues' = 'unsettled') => (
    <Money amount={paiseOf(amount)} onTrace={traceOf(figureNames[figure], { figure })} />
  )
  const today = dayInIndia(new Date())
  return (
    <>
      {proceeds.map(({ amount, settlesOn }) => (
        <p key={settlesOn} className="note">
          {sentence(settlesOn <= today ? walletText.proceedsDue : walletText.proceeds, {
            amount: rupees(amount),
            day: <span className="nowrap">{formatDate(settlesOn)}</span>,
          })}
        </p>
      ))}
      {usableUnsettled > 0 && (
        <p className="note">
          {usableUnsettled === unsettled
            ? walletText.allUsable
            : sentence(walletText.partUsable, { amount: rupees(usableUnsettled) })}
        </p>
      )}
      {dues > 0 && <AlertBanner tone="warn">{sentence(walletText.dues, { amount: rupees(dues, 'dues') })}</AlertBanner>}
    </>
  )
}
