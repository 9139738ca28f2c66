import { Arrow } from '@sauda/ui/arrow'
import { AmountsHidden, AmountText, Money } from '@sauda/ui/money'
import { use } from 'react'
import { percentText } from '../../shell/percent.ts'
import { priceText } from './trade.ts'
import styles from './trade.module.css'

/** With an arrow, because colours alone are not seen by everyone. */
export function Percent({ basisPoints }: { basisPoints: bigint | undefined }) {
  if (basisPoints === undefined) return null
  return (
    <span className={`sm nowrap ${basisPoints > 0n ? 'gain' : basisPoints < 0n ? 'loss' : 'dim'}`}>
      <Arrow value={basisPoints} />
      {percentText(basisPoints)}
    </span>
  )
}

interface GainProps {
  amount: bigint
  basisPoints: bigint | undefined
  /** Whether the amount has the colour of a gain or loss. */
  change?: boolean
}

/** A gain and its percentage, which stay on one line. */
export const Gain = ({ amount, basisPoints, change = true }: GainProps) => (
  <span className="nowrap">
    <Money amount={amount} change={change} /> <Percent basisPoints={basisPoints} />
  </span>
)

interface PriceProps {
  of: number | string
  /** A price of the market, which is never hidden. */
  isPublic?: boolean
}

/** On a phone without the sign of the rupee, so that a row of prices fits. */
export function Price({ of: price, isPublic = false }: PriceProps) {
  const isHidden = use(AmountsHidden) && !isPublic
  const text = priceText(price)
  if (isHidden) return <AmountText>{text}</AmountText>
  return (
    <>
      <span className={styles.sign}>{text.slice(0, 1)}</span>
      {text.slice(1)}
    </>
  )
}
