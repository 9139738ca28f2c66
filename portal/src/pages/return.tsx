import { paiseOf } from '@sauda/contract/platform/money'
import { Money } from '@sauda/ui/money'
import type { Worth as Figures } from '../books/statement/statement.api.ts'
import { openedTrail, type Trail } from '../shell/amounts.tsx'
import { basisPointsOf, percentText } from '../shell/percent.ts'

interface ReturnProps {
  worth: Figures
  total: bigint
  /** What the total is made of. */
  parts: readonly Trail[]
}

/** What the client has and took out, less what was added. */
export function Return({ worth, total, parts }: ReturnProps) {
  const [added, takenOut] = [paiseOf(worth.added), paiseOf(worth.takenOut)]
  if (added === 0n) return null
  const gain = total + takenOut - added
  const open = (amount: bigint) =>
    openedTrail.set({
      title: 'Total return',
      amount,
      parts: [
        { title: 'Total worth', amount: total, parts },
        ...(takenOut === 0n
          ? []
          : [{ title: 'Taken out by you', amount: takenOut, source: { figure: 'takenOut' } as const }]),
        { title: 'Added by you', amount: -added, source: { figure: 'added' } },
      ],
    })
  return (
    <span>
      Total return <Money amount={gain} change onTrace={open} />
      {/* Deposits that were taken out again did not earn it, so a part of all deposits would say too little. */}
      {takenOut === 0n && ` ${percentText(basisPointsOf(gain, added))}`}
    </span>
  )
}
