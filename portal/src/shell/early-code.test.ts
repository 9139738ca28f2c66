import { expect, test } from 'vitest'
import { codeOf } from './early-code.ts'

const parts = {
  root: { path: '', module: '/root.js', imports: ['/common.js'] },
  area: { parentId: 'root', module: '/area.js', imports: ['/common.js'] },
  home: { parentId: 'area', path: 'account/home', module: '/home.js' },
  wallet: { parentId: 'area', path: 'account/wallet', module: '/wallet.js' },
  fund: { parentId: 'wallet', path: 'add-fund', module: '/fund.js', imports: ['/form.js'] },
  history: { parentId: 'wallet', path: 'transaction-history', module: '/history.js' },
  unknown: { parentId: 'root', path: '*', module: '/unknown.js' },
}

test('the code of a screen is its own and that of all that stands around it, each file once', () => {
  expect(codeOf('/account/home', parts)).toEqual(['/root.js', '/common.js', '/area.js', '/home.js'])
})

test('the address of tabs leads to the first of them', () => {
  const first = ['/root.js', '/common.js', '/area.js', '/wallet.js', '/fund.js', '/form.js']
  expect(codeOf('/account/wallet', parts)).toEqual(first)
  expect(codeOf('/account/wallet/add-fund/', parts)).toEqual(first)
})

test('an address that is no screen of ours has no code', () => {
  expect(codeOf('/desk/', parts)).toEqual([])
  expect(codeOf('/', parts)).toEqual([])
})
