import { IconButton } from '@sauda/ui/button'
import { AmountsHidden, Money, type MoneyProps } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { useStore } from '@sauda/web/store'
import { Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { shortcutsOff } from './shortcut.ts'
import { createDeviceFlag } from './storage.ts'

const hidden = createDeviceFlag('amounts', 'hidden')

export const toggleAmounts = (): void => hidden.set(!hidden.get())

/** Hides or shows every amount below it, as chosen on this device. */
export function AmountsChoice({ children }: { children: ReactNode }) {
  return <AmountsHidden value={useStore(hidden)}>{children}</AmountsHidden>
}

export function AmountsButton() {
  const label = useStore(hidden) ? 'Show amounts' : 'Hide amounts'
  return (
    <IconButton
      label={label}
      title={useStore(shortcutsOff) ? label : `${label} (H)`}
      icon={useStore(hidden) ? <EyeOff /> : <Eye />}
      onClick={toggleAmounts}
    />
  )
}

/** Beside an amount: how much of it is loan money. */
export const IncludesLoan = (loan: Pick<MoneyProps, 'amount' | 'onTrace'>) =>
  sentence('Includes loan {amount}', { amount: <Money {...loan} /> })
