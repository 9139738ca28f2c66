import { paiseOf } from '@sauda/contract/platform/money'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import type { Worth as Figures } from '../books/statement/statement.api.ts'
import { basisPointsOf, percentText } from '../shell/percent.ts'
import { traceOf } from '../shell/amounts.tsx'
import { usePortfolio } from '../trading/trade/trade.api.ts'
import { traceProfit } from '../trading/trade/trade.ts'

/** What the client has and took out, less what was added. */
export const gainOf = (worth: Figures, total: bigint): bigint => total + paiseOf(worth.takenOut) - paiseOf(worth.added)

export function Return({ gain, added }: { gain: bigint; added: bigint }) {
  if (added === 0n) return null
  return (
    <>
      Total return <Money amount={gain} change className="medium" />{' '}
      <span className="soft">{percentText(basisPointsOf(gain, added))}</span>
    </>
  )
}

/** From Total P&L of the positions to the return: profit and loss are before charges. */
export function ReturnParts({ gain, open }: { gain: bigint; open: bigint }) {
  const { data } = usePortfolio()
  const realised = paiseOf(data?.totalPnL ?? 0)
  const rest = gain - realised - open
  if (!data || (realised === 0n && rest === 0n)) return null
  return (
    <p className="note">
      {sentence('Realised P&L {realised}, open positions {open}, charges and other entries {rest}', {
        realised: (
          <Money amount={realised} change onTrace={traceProfit('Realised P&L', data.totalPnL, data.days ?? [])} />
        ),
        open: <Money amount={open} change />,
        rest: <Money amount={rest} change />,
      })}
    </p>
  )
}

/** A part without money is not mentioned; what remains is the total above. */
export function Flows({ worth }: { worth: Figures }) {
  const [added, takenOut] = [paiseOf(worth.added), paiseOf(worth.takenOut)]
  if (added === 0n && takenOut === 0n) return null
  return sentence(takenOut === 0n ? 'You added {added}.' : 'You added {added} and took out {takenOut}.', {
    added: <Money amount={added} onTrace={traceOf('Added by you', { figure: 'added' })} />,
    takenOut: <Money amount={takenOut} onTrace={traceOf('Taken out by you', { figure: 'takenOut' })} />,
  })
}
