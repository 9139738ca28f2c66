import { IconButton } from '@sauda/ui/button'
import { AmountsHidden, Money, type MoneyProps } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { useStore, createStore } from '@sauda/web/store'
import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createDeviceFlag } from './storage.ts'
import type { TrailSource } from '@sauda/contract/books/statement'

/** Can be switched off for speech input and tremor (WCAG 2.1.4). */
export const shortcutsOff = createDeviceFlag('shortcuts', 'off')

/** Runs the action of a pressed key, outside fields. */
export function useShortcuts(actions: Readonly<Partial<Record<string, () => void>>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event
    if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || shortcutsOff.get()) return
    const isField = target instanceof HTMLElement && (target.isContentEditable || target.matches(fields))
    if (!isField) actions[key.toLowerCase()]?.()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const fields = 'input, textarea, select, [role="combobox"], [role="listbox"] *'

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

/** An amount whose trail is open: what it is, and either what it is made of or where the server finds its events. */
export interface Trail {
  title: string
  /** Paise; not shown if it is not known. */
  amount?: bigint
  /** How the amount differs from its events. */
  note?: string
  source?: TrailSource
  parts?: readonly Trail[]
  /** The amount of which it is a part. */
  of?: Trail | undefined
}

/** The account area shows it in a dialog. */
export const openedTrail = createStore<Trail | undefined>(undefined)

/** For `onTrace` of an amount: opens where it came from. */
export const traceOf = (title: string, source: TrailSource) => (amount: bigint) =>
  openedTrail.set({ title, amount, source })

/** Opens the amounts that add up to a sum; undefined if they do not. */
export function traceParts(title: string, amount: bigint, parts: readonly Trail[]): (() => void) | undefined {
  const sum = parts.reduce((total, part) => total + (part.amount ?? 0n), 0n)
  return parts.length > 0 && sum === amount ? () => openedTrail.set({ title, amount, parts }) : undefined
}
