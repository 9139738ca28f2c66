import type { Right } from '@sauda/contract/platform/call'
import { useCan } from '../../shell/me.ts'
import { useNavigationItems } from '../../shell/navigation.tsx'

export type Screen = { readonly to: string; readonly name: string }

/** What is done on a screen below those of the menu. */
const tasks: readonly (Screen & { readonly right: Right })[] = [
  { to: '/reconciliation/import', name: 'Import a bank statement', right: 'wallet.approve' },
  { to: '/payouts/settlement', name: 'Settle unused funds', right: 'wallet.pay' },
  { to: '/books/adjustments', name: 'Adjust a balance', right: 'ledger.adjust' },
  { to: '/books/days', name: 'Sign off a day', right: 'ledger.read' },
  { to: '/trade/import', name: 'Import trades', right: 'trade.book' },
  { to: '/trade/files', name: 'Exchange files', right: 'trade.book' },
  { to: '/trade/charges', name: 'Charges of trades', right: 'trade.book' },
  { to: '/trade/settlement', name: 'Settlement of trades', right: 'trade.book' },
  { to: '/trade/prices', name: 'Closing prices', right: 'trade.book' },
  { to: '/trade/instruments', name: 'Instruments', right: 'trade.book' },
  { to: '/trade/reversals', name: 'Reversals of trades', right: 'trade.book' },
  { to: '/books/accounts', name: 'Bank accounts', right: 'ledger.read' },
  { to: '/books/export', name: 'Export for accounting', right: 'ledger.read' },
  { to: '/payouts/layouts', name: 'Payout file layouts', right: 'ledger.read' },
  { to: '/payouts/calendar', name: 'Trading calendar', right: 'ledger.read' },
  { to: '/clients/import', name: 'Import clients', right: 'ledger.adjust' },
  { to: '/privacy/breaches', name: 'Breaches', right: 'operator.manage' },
]

/** The screens and tasks that the operator may open. */
export function useScreens(): Screen[] {
  const can = useCan()
  const items = useNavigationItems().map(({ to, label }) => ({ to, name: label }))
  return [...tasks.filter(({ right }) => can(right)), ...items]
}

/** Those with a word that begins as the typed text. */
export const matchingScreens = <Each extends Screen>(screens: readonly Each[], typed: string): Each[] =>
  screens.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${typed.toLowerCase()}`))
