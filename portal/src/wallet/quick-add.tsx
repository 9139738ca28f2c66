import { walletRules } from '@sauda/contract/wallet'
import { Button } from '@sauda/ui/button'
import { plusRupees } from '@sauda/ui/amount'
import styles from './fund.module.css'

/** Each press adds to the amount. */
export function QuickAdd({
  value,
  onText,
  disabled,
}: {
  value: string
  onText: (text: string) => void
  disabled: boolean
}) {
  return (
    <fieldset className={styles.quick} disabled={disabled}>
      <legend className="visually-hidden">Add to the amount</legend>
      {walletRules.quickAdd.map((rupees) => (
        <Button key={rupees} variant="secondary" size="small" onClick={() => onText(plusRupees(value, rupees))}>
          +{rupees}
        </Button>
      ))}
    </fieldset>
  )
}
