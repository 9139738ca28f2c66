import { expect, test } from 'vitest'
import { documentTitle } from './titles.ts'

test.each([
  ['/account/home', 'Dashboard | Sauda'],
  ['/account/profile', 'Profile | Sauda'],
  ['/account/wallet', 'Wallet | Sauda'],
  ['/account/wallet/add-fund', 'Add Fund | Sauda'],
  ['/account/wallet/transaction-history', 'Transaction History | Sauda'],
  ['/account/position', 'Positions | Sauda'],
  ['/account/position/order-history', 'Order History | Sauda'],
])('the title of %s', (path, title) => {
  expect(documentTitle(path, 'Sauda')).toBe(title)
})

test.each(['/', '/nowhere', '/constructor'])('an unknown path (%s) has the product name only', (path) => {
  expect(documentTitle(path, 'Sauda')).toBe('Sauda')
})
