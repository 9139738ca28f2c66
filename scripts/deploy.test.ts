import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exchangeFileRules } from '../contract/src/trading/exchange-file.ts'
import { readConfig } from '../server/src/config.ts'
import { root, serverFlags } from './child.ts'

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

test.each(['package.json', 'deploy/sauda.service', 'Dockerfile'])(
  '%s starts the server with the memory settings that are measured',
  (path) => {
    const words = read(path)
      .replaceAll(/[",[\]]+ ?/g, ' ')
      .replaceAll(/ +/g, ' ')
    expect(words).toContain(`node ${serverFlags.join(' ')} scripts/run.mjs start `.trim())
  },
)

/** A program of the system that an example is for, where it is installed. */
const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).error === undefined
const check = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args)
  return { status, output: `${String(stdout)}${String(stderr)}` }
}

test.skipIf(!has('nginx', '-v'))('nginx accepts its example as it is shipped, in front of one process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-nginx-'))
  try {
    const main = join(folder, 'nginx.conf')
    const site = read('deploy/nginx.conf').replace('/var/log/nginx/access.log', join(folder, 'access.log'))
    writeFileSync(main, `pid ${folder}/nginx.pid; events {} http { ${site} }`)
    expect(check('nginx', '-t', '-e', join(folder, 'error.log'), '-c', main)).toMatchObject({ status: 0 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the trial puts a line for each of its servers into the example of nginx', () => {
  const [, edit = ''] = /sed '(s\/\^ \*server.*?)' \/etc/.exec(read('deploy/compose.yaml')) ?? []
  // YAML folds the lines and keeps backslashes, of which the shell takes one in double quotes.
  const { status, output } = check('sed', edit.replaceAll('\\\\', '\\'), join(root, 'deploy/nginx.conf'))
  expect(status).toBe(0)
  expect(output).toContain(
    'server sauda-1:3000 max_fails=1 fail_timeout=2s; server sauda-2:3000 max_fails=1 fail_timeout=2s;\n',
  )
  expect(output).not.toContain('127.0.0.1:3000')
})

test.skipIf(!has('promtool', '--version'))(
  'Prometheus accepts its example and the alerts, which go to somebody',
  () => {
    for (const [what, path] of [
      ['config', 'deploy/prometheus.yml'],
      ['rules', 'deploy/alerts.yml'],
    ] as const)
      expect(check('promtool', 'check', what, join(root, path))).toMatchObject({ status: 0 })
  },
)

test('an alert of the trial leaves it as a mail', () => {
  expect(read('deploy/prometheus.yml')).toMatch(/^alerting:\n {2}alertmanagers:\n.*\n.*alertmanager:9093/m)
  expect(read('deploy/compose.yaml')).toContain('./alertmanager.yml:/etc/alertmanager/alertmanager.yml:ro')
  expect(read('deploy/alertmanager.yml')).toMatch(/smtp_smarthost: mail:1025[^]+receiver: duty[^]+email_configs:/)
})

test.skipIf(!has('amtool', '--version'))('the Alertmanager accepts its example', () => {
  expect(check('amtool', 'check-config', join(root, 'deploy/alertmanager.yml'))).toMatchObject({ status: 0 })
})

test.skipIf(!has('systemd-analyze', '--version'))('systemd accepts the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-units-'))
  try {
    const units = ['sauda.service', 'sauda-backup.service', 'sauda-backup.timer']
    for (const unit of units) writeFileSync(join(folder, unit), read(`deploy/${unit}`), { mode: 0o644 })
    // It names each unknown directive, and exits with 0.
    const { status, output } = check('systemd-analyze', 'verify', ...units.map((unit) => join(folder, unit)))
    expect([status, output.split('\n').filter((line) => line.includes(folder))]).toEqual([0, []])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the units wait for the disks that they use, and may write where .env.example stores', () => {
  const unit = read('deploy/sauda.service')
  const places = [...read('.env.example').matchAll(/file:\/\/(\/mnt\/\w+)/g)].map(([, place]) => place)
  expect(new Set(places)).toEqual(new Set(['/mnt/audit', '/mnt/backup']))
  for (const place of places) {
    expect(unit).toMatch(new RegExp(`^RequiresMountsFor=.*${place}\\b`, 'm'))
    expect(unit).toMatch(new RegExp(`^ReadWritePaths=.*-${place}\\b`, 'm'))
  }
  for (const name of ['sauda', 'sauda-backup'])
    expect(read(`deploy/${name}.service`)).toMatch(/^RequiresMountsFor=\/var\/lib\/sauda/m)
})

const hasCaddy = spawnSync('caddy', ['version']).error === undefined
test.skipIf(!hasCaddy)('Caddy accepts its example', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')]
  expect(spawnSync('caddy', args).status).toBe(0)
})

test('the units start Node of the system where npm ci installs none', () => {
  for (const unit of ['deploy/sauda.service', 'deploy/sauda-backup.service'])
    expect(read(unit)).toMatch(
      /^ExecStart=\/usr\/bin\/env PATH=\/opt\/sauda\/node_modules\/.bin:\S*:\/usr\/bin\S* node (?:--\S+ )*scripts/m,
    )
})

test('a service and the commands read their settings in one place, /opt/sauda/.env', () => {
  for (const unit of ['sauda', 'sauda-backup'])
    expect(read(`deploy/${unit}.service`)).not.toMatch(/EnvironmentFile|LoadCredential|DATA_DIR|SECRET_KEY/)
  expect(read('docs/operations.md')).toContain('ln --symbolic /etc/sauda/sauda.env .env')
})

test('the image names its base exactly, and has an init that reaps and passes signals on', () => {
  const text = read('Dockerfile')
  expect(text).toMatch(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-/m)
  for (const [, base] of text.matchAll(/^FROM (\S+)/gm)) expect(base).toBe('${NODE_IMAGE}')
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
