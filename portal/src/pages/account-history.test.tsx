import { type AccountHistory, accountOn } from '@sauda/contract/trading/account-history'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AccountDay } from '@sauda/web/account-day'

const held = (symbol: string, closes: AccountHistory['holdings'][number]['closes'], isSample?: boolean) => ({
  symbol,
  positions: [{ day: '2026-11-02', quantity: '2', cost: 200 }],
  closes,
  ...(isSample && { isSample }),
})
const shownOn = (day: string, holdings: AccountHistory['holdings']): string => {
  const history: AccountHistory = { from: '2026-11-02', to: '2026-11-26', figures: [], holdings, requests: [] }
  return renderToStaticMarkup(<AccountDay history={history} account={accountOn(history, day)} />)
}

test('an earlier day says of which day the oldest of its closes is, and that it is a sample', () => {
  const tcs = held('TCS', [
    { day: '2026-11-05', close: '110' },
    { day: '2026-11-06', close: '120' },
  ])
  const infy = held('INFY', [{ day: '2026-11-04', close: '90' }], true)
  expect(shownOn('2026-11-08', [tcs])).toContain('>Close of 6 Nov 2026<')
  expect(shownOn('2026-11-05', [tcs])).toContain('>Close of 5 Nov 2026<')
  expect(shownOn('2026-11-08', [tcs, infy])).toContain('>Sample close of 4 Nov 2026<')
  expect(shownOn('2026-11-03', [tcs])).not.toContain('lose of')
})
