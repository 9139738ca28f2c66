import { globSync, readFileSync } from 'node:fs'
import { matchRoutes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { routes } from './routes.tsx'

const folder = import.meta.dirname
const application = ['account', 'portfolio', 'profile', 'login', 'create-account', 'welcome', 'view-as-client']
const addresses = new RegExp(`(['"\`])(/(?:${application.join('|')})(?![\\w-])[^'"\`]*)\\1`, 'g')

/** The title map also names a path that has no screen (section 2). */
const titlesOnly = 'shell/titles.ts'

const found = globSync('**/*.{ts,tsx}', { cwd: folder })
  .filter((file) => !file.includes('.test.') && file !== titlesOnly)
  .flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(addresses)].map(([, , address = '']) => ({ file, address })),
  )

const leadsToScreen = (address: string): boolean => {
  const [path = ''] = address.split(/[?#]/)
  return matchRoutes(routes, path)?.at(-1)?.route.path !== '*'
}

describe('addresses in the portal', () => {
  test('an address without a screen is recognised', () => {
    expect(leadsToScreen('/account/nowhere')).toBe(false)
    expect(leadsToScreen('/account/wallet/statement?entry=1')).toBe(true)
  })

  test('every address leads to a screen', () => {
    expect(found.length).toBeGreaterThan(100)
    expect(found.filter(({ address }) => !leadsToScreen(address))).toEqual([])
  })
})
