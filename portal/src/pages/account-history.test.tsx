import { type AccountHistory, accountOn, changeBetween } from '@sauda/contract/trading/account-history'
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
  const history: AccountHistory = {
    from: '2026-11-02',
    to: '2026-11-26',
    figures: [],
    holdings,
    requests: [],
    flows: [],
  }
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

test('the change of a day is that of the closes for what was held, and that of the entries of the day', () => {
  const tcs = held('TCS', [
    { day: '2026-11-04', close: '110' },
    { day: '2026-11-05', close: '120' },
  ])
  tcs.positions.push({ day: '2026-11-05', quantity: '5', cost: 600 })
  const none = { onHold: 0, unsettled: 0, dues: 0, loan: 0 }
  const figures = [
    { day: '2026-11-02', cash: 1000, invested: 200, ...none },
    { day: '2026-11-05', cash: 590, invested: 600, ...none },
  ]
  const history: AccountHistory = {
    from: '2026-11-02',
    to: '2026-11-26',
    figures,
    holdings: [tcs],
    requests: [],
    flows: [],
  }
  // 2 TCS gain ₹10.00 each; 3 are bought at ₹133.33 and worth ₹120.00, and ₹10.00 are charges.
  expect(changeBetween(history, '2026-11-04', '2026-11-05')).toEqual({ amount: -30_00n, ofCloses: 20_00n })
  expect(changeBetween(history, '2026-11-05', '2026-11-06')).toEqual({ amount: 0n, ofCloses: 0n })
})
