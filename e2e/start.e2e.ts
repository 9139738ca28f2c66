import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../scripts/child.ts'
import { expect, test } from './test.ts'

const start = (env: Record<string, string>): Promise<{ code: number; output: string }> =>
  run('node', ['scripts/run.mjs', 'start'], { env: { ...process.env, ...env } })

test('portal, desk and health answer on one address', async ({ page, sauda }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await page.goto('/desk')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  const health = await (await fetch(`${sauda.url}/api/health`)).json()
  expect(health).toMatchObject({ status: 'ok', database: 'ok', mode: 'demo' })
})

test('every invalid variable is named at once, before anything is built', async () => {
  const { code, output } = await start({ PORT: 'x', MODE: 'real', SMTP_URL: 'nonsense' })
  expect(code).toBe(1)
  for (const name of ['PORT', 'MODE', 'SMTP_URL']) expect(output).toContain(name)
  expect(output).not.toMatch(/\n\s+at /)
})

test('a port in use is one sentence and exit code 1', async ({ sauda }) => {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-port-'))
  const { code, output } = await start({ PORT: new URL(sauda.url).port, DATA_DIR: folder })
  rmSync(folder, { recursive: true, force: true })
  expect(code).toBe(1)
  expect(output).toContain('is in use')
  expect(output).not.toMatch(/\n\s+at /)
})
