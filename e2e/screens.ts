import type { Sauda } from './harness.ts'
import { call } from './people.ts'

/** Public pages in the order a visitor finds them. */
export const publicScreens = ['/', '/login', '/create-account', '/privacy', '/profile/verify-docx', '/welcome']

/** Screens of the account area that load data; each has a loading and a failed state. */
export const loadingScreens = [
  '/account/home',
  '/account/profile',
  '/account/personal-details',
  '/account/bank',
  '/account/security',
  '/account/segment',
  '/account/nominee',
  '/account/fund-settlement',
  '/account/privacy',
  '/account/complaints',
  '/account/charges',
  '/account/tax',
  '/account/wallet/add-fund',
  '/account/wallet/transaction-history',
  '/account/wallet/statement',
  '/account/portfolio/overview',
  '/account/position/position',
  '/account/position/order-history',
  '/account/watchlist',
]

/** Every screen of the account area. */
export const accountScreens = [...loadingScreens, '/account/demat', '/portfolio/equity']

/** Every list of the desk, in an order in which neighbours have different titles. */
export const deskScreens = [
  '/today',
  '/queue',
  '/clients',
  '/trade/reversals',
  '/trade/instruments',
  '/trade/files',
  '/trade/prices',
  '/trade/charges',
  '/trade/settlement',
  '/trade/holdings',
  '/books',
  '/books/adjustments',
  '/books/export',
  '/books/days',
  '/books/accounts',
  '/reports',
  '/payouts',
  '/payouts/calendar',
  '/payouts/settlement',
  '/complaints',
  '/privacy',
  '/templates',
  '/privacy/breaches',
  '/content',
  '/content/testimonials',
  '/reconciliation',
  '/reconciliation/import',
  '/audit',
  '/files',
  '/mail',
  '/operators',
  '/set-up',
  '/mailbox',
  '/you',
]
/** Shown without reading anything first. */
export const deskForms = ['/trade', '/trade/import', '/clients/import']

/** Logins of the demo data. */
export const demoPassword = 'Demo-Pass-1'
export const demoAdmin = { email: 'admin@demo.example', password: demoPassword }

const folders: Record<string, string> = {
  deposit: '/wallet',
  withdrawal: '/wallet',
  reversal: '/trade/reversal',
  adjustment: '/books/adjustment',
}

/** One review page of the desk for each kind of queue item in the demo data. */
export async function demoCases(sauda: Sauda): Promise<string[]> {
  const { token } = await call<{ token: string }>(sauda, 'POST', '/desk/login', { body: demoAdmin })
  const { items } = await call<{ items: { kind: string; id: string }[] }>(sauda, 'GET', '/desk/queue', { token })
  const byKind = new Map(items.toReversed().map(({ kind, id }) => [kind, id]))
  return [...byKind].map(([kind, id]) => `${folders[kind] ?? `/${kind}`}/${id}`)
}
