import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exchangeFileRules } from '../contract/src/trading/exchange-file.ts'
import { readConfig } from '../server/src/config.ts'
import { root } from './child.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const proxies = ['deploy/nginx.conf', 'deploy/Caddyfile']

test.each(proxies)('%s replaces the forwarded address, takes uploads, and does not collect event streams', (path) => {
  const text = read(path)
  expect(text).toMatch(/X-Forwarded-For (?:\$remote_addr|\{remote_host\})/)
  // Megabytes of 10⁶ bytes in Caddy, of 2²⁰ in nginx; the form adds a few lines.
  const [, megabytes = '0'] = /(?:client_max_body_size|max_size) (\d+)(?:m;|MB)/.exec(text) ?? []
  expect(Number(megabytes) * 1e6).toBeGreaterThan(exchangeFileRules.bytes + 100_000)
  expect(text).toMatch(/\(\?:user\|desk\)\/\(\?:events\|prices\)\$/)
  expect(text).toMatch(/proxy_buffering off|flush_interval -1/)
  expect(text.toLowerCase()).toMatch(/idempotency.key/)
  expect(text.split('{').length).toBe(text.split('}').length)
})

const hasCaddy = spawnSync('caddy', ['version']).error === undefined
test.skipIf(!hasCaddy)('Caddy accepts its example', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')]
  expect(spawnSync('caddy', args).status).toBe(0)
})

test('the units start Node of the system where npm ci installs none', () => {
  for (const unit of ['deploy/sauda.service', 'deploy/sauda-backup.service'])
    expect(read(unit)).toMatch(
      /^ExecStart=\/usr\/bin\/env PATH=\/opt\/sauda\/node_modules\/.bin:\S*:\/usr\/bin\S* node scripts/m,
    )
})

test('the image names its base exactly, and has an init that reaps and passes signals on', () => {
  const text = read('Dockerfile')
  for (const [, tag = ''] of text.matchAll(/^FROM node:(\S+)/gm)) expect(tag).toMatch(/^\d+\.\d+\.\d+-/)
  expect(text).toContain('ENTRYPOINT ["tini", "--"]')
})

test('compose gives secrets as files, which the settings read', () => {
  const compose = read('deploy/compose.yaml')
  expect(compose).not.toMatch(/^ +(?:DATABASE_URL|FILES_URL|BACKUP_URL|SECRET_KEY|METRICS_TOKEN):/m)
  const folder = mkdtempSync(join(tmpdir(), 'sauda-secrets-'))
  try {
    const env = { ...process.env, DATABASE_PASSWORD: 'word' }
    expect(spawnSync('sh', [join(root, 'deploy/secrets.sh'), folder], { env }).status).toBe(0)
    const files = Object.fromEntries(
      [...compose.matchAll(/^ +(\w+_FILE): \/run\/secrets\/(\S+)$/gm)].map(([, name = '', file = '']) => [
        name,
        join(folder, file),
      ]),
    )
    expect(
      Object.values(files)
        .map((path) => path.slice(folder.length + 1))
        .toSorted(),
    ).toEqual(readdirSync(folder).toSorted())
    expect(readConfig(files)).toMatchObject({
      databaseUrl: 'postgres://sauda:word@pgbouncer:6432/sauda',
      secretKeys: [expect.stringMatching(/^.{64}$/)],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
