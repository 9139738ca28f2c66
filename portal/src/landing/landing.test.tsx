import { renderToStaticMarkup } from 'react-dom/server'
import type { PublishedTimes } from '@sauda/contract/broker/health'
import { expect, test } from 'vitest'
import { BrandContext, defaultBrand, type Brand } from '../shell/brand.ts'
import { forexPairs } from '../shell/forex-pairs.ts'
import { promises } from '../shell/public.text.ts'
import { defaultContent } from '../../dev-pages.ts'
import { ContentContext } from './content.tsx'
import { Landing } from './landing.tsx'

const render = (brand: Partial<Brand>, times?: PublishedTimes): string =>
  renderToStaticMarkup(
    <BrandContext value={{ ...defaultBrand, ...brand }}>
      <ContentContext value={defaultContent()}>
        <Landing times={times} />
      </ContentContext>
    </BrandContext>,
  )
const demo = {
  password: 'Demo-Pass-1',
  clients: [{ name: 'Jaya Shetty', email: 'jaya@demo.example', shows: 'Open positions' }],
  operator: 'cashier@demo.example',
  desk: 'https://desk.test/desk/login?as=cashier%40demo.example',
}
const legal = {
  name: 'Broker Ltd',
  sebiRegistration: 'INZ000000001',
  exchanges: 'NSE 90001, BSE 6001',
  grievanceOfficer: 'Meera Rao, grievance@broker.test',
  address: '',
}

test('the sections come in the order of the specification, and ours between them', () => {
  const page = render({ mode: 'demo', demo })
  const ids = [...page.matchAll(/aria-labelledby="([\w-]+)"/g)].map(([, id]) => id)
  expect(ids.join(' ')).toBe(
    'promises pairs features services-title about-title accounting testimonials opening pricing-title demo',
  )
})

test('the five pairs show their spreads and are marked as sample data', () => {
  const page = render({})
  const strip = page.slice(page.indexOf('aria-labelledby="pairs"'), page.indexOf('aria-labelledby="features"'))
  expect(strip).toContain('Sample data')
  for (const { pair, spread } of forexPairs) expect(strip).toMatch(new RegExp(`${pair}.*<strong>${spread}</strong>`))
})

test('each promise has a picture of the product in both schemes, whose size is reserved', () => {
  const page = render({})
  for (const promise of promises) expect(page).toContain(promise)
  const pictures = [...page.matchAll(/<(?:img|source)[^>]*promise-[^>]*>/g)].map(([tag]) => tag)
  expect(pictures).toHaveLength(6)
  for (const tag of pictures) expect(tag).toMatch(/width="390" height="\d+"/)
})

test('a demo offers its practice clients and the desk with one tap', () => {
  const page = render({ mode: 'demo', demo })
  expect(page).toContain('href="/login?as=jaya%40demo.example"')
  expect(page).toContain(`href="${demo.desk}"`)
  expect(page).not.toContain(demo.password)
})

test('in live mode the hero names the SEBI registration and the grievance officer, and there is nothing to try', () => {
  const page = render({ mode: 'live', legal })
  const hero = page.slice(page.indexOf('<h1>'), page.indexOf('<figure'))
  expect(hero).toContain('Broker Ltd, registered with SEBI under INZ000000001.')
  expect(hero.replaceAll(/<[^>]+>/g, ' ')).toMatch(
    /never need to pay.*Get Started.*INZ000000001\.\s+Member of NSE 90001, BSE 6001\./s,
  )
  expect(hero).toContain('Grievance officer: Meera Rao, <a href="mailto:grievance@broker.test">')
  expect(page).not.toMatch(/login\?as=/)
})

test('the processing times are on the page with their source once they are known', () => {
  expect(render({})).not.toContain('Medians')
  expect(render({}, { deposit: 720 })).toContain(
    'Half of all deposits are credited within 12 min. Medians of the last 30 days, computed from our books.',
  )
  expect(render({}, { deposit: 720, withdrawal: 7500 })).toContain(
    'within 12 min. Half of all withdrawals are paid within 2 h 5 min. Medians',
  )
})
