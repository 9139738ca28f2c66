import { createHash } from 'node:crypto'
import { widgetPath, widgetRules, widgets } from '@sauda/contract/trading/widget'
import { expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer()
const open = async (path: string) => {
  const answer = await fetch(`${server.url}${path}`)
  return {
    headers: answer.headers,
    policy: answer.headers.get('content-security-policy') ?? '',
    text: await answer.text(),
  }
}

test.each(widgets)('the document of the %s is sandboxed: their script has no origin and no access', async (widget) => {
  const { policy, headers, text } = await open(widgetPath(widget))
  const directives = Object.fromEntries(policy.split('; ').map((each) => each.split(/ (.*)/).slice(0, 2)))
  expect(directives['sandbox']).toBe('allow-scripts')
  expect(directives['default-src']).toBe("'none'")
  expect(directives['frame-ancestors']).toBe("'self'")
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const [, own = ''] = /<script>([^]*?)<\/script>/.exec(text) ?? []
  const hash = createHash('sha256').update(own).digest('base64')
  expect(directives['script-src']).toBe(`${widgetRules.scriptHost} 'sha256-${hash}'`)
})

test('the ticker names the six markets, the chart is NASDAQ:AAPL by the day, dark and 500 pixels high', async () => {
  const settings = async (widget: (typeof widgets)[number]) =>
    JSON.parse(/async>(.*)<\/script>/.exec((await open(widgetPath(widget))).text)?.[1] ?? '') as Record<string, unknown>
  expect((await settings('ticker'))['symbols']).toMatchObject(
    ['S&P 500', 'Nasdaq 100', 'Bitcoin', 'Ethereum', 'Dow 30', 'USD/INR'].map((title) => ({ title })),
  )
  expect(await settings('chart')).toMatchObject({ symbol: 'NASDAQ:AAPL', interval: 'D', theme: 'dark', height: 500 })
})

test.each(['/', '/api/health', '/api/nowhere'])(
  '%s does not run their scripts, and may frame only their documents',
  async (path) => {
    const { policy } = await open(path)
    expect(policy).not.toContain(widgetRules.scriptHost)
    expect(policy).not.toContain('unsafe-inline')
    expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toBe(["'self'", ...widgetRules.hosts].join(' '))
  },
)
