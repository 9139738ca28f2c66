import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { gstinPattern } from '@sauda/contract/money/gst'
import { readConfig } from './config.ts'
import { StartError } from './platform/postgres/start-error.ts'

const faultsOf = (variables: Record<string, string>): string[] => {
  try {
    readConfig(variables)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.replace('  - ', ''))
  }
}
const namesOf = (variables: Record<string, string>) => faultsOf(variables).map((fault) => fault.split(':')[0])

const liveKey = 'q7Zk0vXw2mR9sT4bLh8dYc1nUe6fGj3p'
const folder = mkdtempSync(join(tmpdir(), 'sauda-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Path of a new file with these lines. */
function keyFile(...lines: string[]): string {
  const path = join(folder, randomUUID())
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 })
  return path
}

const live = {
  MODE: 'live',
  LEGAL_NAME: 'Broker Ltd',
  SEBI_REGISTRATION: 'INZ000000001',
  UPI_ID: 'broker.brk@validbank',
  GRIEVANCE_OFFICER: 'Meera Rao, grievance@broker.example',
  PUBLIC_URL: 'https://portal.broker.example/',
  TRUST_PROXY: '1',
  DESK_URL: 'https://desk.broker.example',
  SMTP_URL: 'smtps://name:secret@mail.broker.example',
  MAIL_FROM: 'Broker <no-reply@broker.example>',
  SUPPORT_EMAIL: 'help@broker.example',
  SECRET_KEY: liveKey,
  AUDIT_HEAD_URL: 's3:///heads',
  ADMIN_EMAIL: 'first@broker.example',
}

test('without settings it is a demo on port 3000 of this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    mode: 'demo',
    brandName: 'Sauda',
    demoData: true,
    rateLimits: true,
    trustProxy: 0,
    databaseUrl: undefined,
    smtpUrl: undefined,
    logLevel: 'warn',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
})

test('the practice broker has a GSTIN, so that its charges carry GST; an empty demo and live mode have only their own', () => {
  expect(readConfig({}).gstin).toMatch(gstinPattern)
  expect(readConfig({ GSTIN: '29AAPFU0939F1ZV' }).gstin).toBe('29AAPFU0939F1ZV')
  expect(readConfig({ DEMO_DATA: 'off' }).gstin).toBeUndefined()
  expect(readConfig(live).gstin).toBeUndefined()
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: undefined })
})

test.each([
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '-1'],
  ['MODE', 'production'],
  ['STT_NETTING', 'all'],
  ['PUBLIC_URL', 'portal.example'],
  ['PUBLIC_URL', 'https://broker.example/sauda'],
  ['PUBLIC_URL', 'https://name:secret@portal.example'],
  ['DATABASE_URL', 'mysql://localhost/sauda'],
  ['DATABASE_REPLICA_URL', 'mysql://localhost/sauda'],
  ['DATABASE_REPLICA_URL', 'postgres://sauda@replica/sauda'],
  ['PREPARED_STATEMENTS', 'yes'],
  ['SMTP_URL', 'mail.example:25'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'Broker <no-reply@broker.example'],
  ['MAIL_FROM', '@@'],
  ['FILES_URL', 'https://bucket'],
  ['FILES_URL', 's3://key:secret@store.example'],
  ['FEED_URL', 'https://feed.example'],
  ['FEED_URL', 'feed'],
  ['FEED_URL', 'wss://feed.example/#prices'],
  ['FEED_URL', 'wss://name:secret@feed.example'],
  ['SECRET_KEY', 'short'],
  ['SECRET_KEY_FILE', '/no/such/key'],
  ['SECRET_KEY_FILE', '/tmp'],
  ['SECRET_KEY_FILE', '/dev/null'],
  ['SECRET_KEY_FILE', keyFile('short')],
  ['SECRET_KEY_FILE', keyFile(liveKey, 'short')],
  ['BRAND_NAME', 'x'.repeat(41)],
  ['BRAND_NAME', 'Sau<b>da'],
  ['BRAND_NAME', 'Sau\u202Eda'],
  ['BRAND_TAGLINE', 'x'.repeat(81)],
  ['BRAND_COLOUR', 'marigold'],
  ['BRAND_INK', '#fff'],
  ['BRAND_INK', '#e39a1c'],
  ['BRAND_LOGO', '/no/such/logo.svg'],
  ['BRAND_LOGO', '/dev/zero'],
  ['BRAND_LOGO', '/tmp'],
  ['BRAND_LOGO_DARK', '/no/such/logo.svg'],
  ['BRAND_ICON', '/no/such/icon.png'],
  ['LEGAL_NAME', 'Broker\nLtd'],
  ['GRIEVANCE_OFFICER', 'x'.repeat(201)],
  ['LEGAL_ADDRESS', 'x'.repeat(201)],
  ['GSTIN', '27AAAAA0000A1X5'],
  ['GSTIN', '99AAAAA0000A1Z5'],
  ['SUPPORT_EMAIL', 'help'],
  ['UPI_ID', 'no-bank'],
  ['UPI_NAME', 'x'.repeat(100)],
  ['APP_DOWNLOAD_URL', 'javascript:alert(1)'],
  ['AUDIT_HEAD_URL', 'https://heads.example'],
  ['AUDIT_HEAD_URL', 'file:///tmp'],
  ['AUDIT_HEAD_URL', 's3://heads'],
  ['BACKUP_URL', 's3://backups'],
  ['BACKUP_URL', 'file:///no/such/disk/sauda'],
  ['AUDIT_HEAD_URL', 'file:///no/such/disk/head.log'],
  ['AUDIT_HEAD_URL', 'file://mnt/head.log'],
  ['DESK_URL', 'http://localhost:8080'],
  ['SHARED_HOST', 'yes'],
  ['ADMIN_EMAIL', 'boss'],
  ['ADMIN_PASSWORD', 'short'],
  ['ADMIN_PASSWORD', 'x'.repeat(129)],
  ['DEMO_DATA', 'yes'],
  ['RATE_LIMITS', 'false'],
  ['TRUST_PROXY', 'all'],
  ['NOMINEE_LIMIT', '0'],
  ['WITHDRAWAL_SECOND_APPROVAL', '5e4'],
  ['WITHDRAWAL_SECOND_APPROVAL', '-1'],
  ['LOG_LEVEL', 'loud'],
])('rejects %s=%s and names it', (name, value) => {
  expect(namesOf({ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'Long-Enough-1', [name]: value })).toEqual([name])
})

test('names every fault at once', () => {
  expect(namesOf({ PORT: 'x', MODE: 'y', SECRET_KEY: 'z', LOG_LEVEL: 'q', ADMIN_EMAIL: 'a@b.example' })).toEqual([
    'PORT',
    'MODE',
    'SECRET_KEY',
    'LOG_LEVEL',
    'ADMIN_EMAIL and ADMIN_PASSWORD',
  ])
})

test('does not repeat the value of a secret variable', () => {
  const faults = faultsOf({
    SECRET_KEY: 'hush-hush',
    SECRET_KEY_FILE: keyFile('hush'),
    ADMIN_PASSWORD: 'hush',
    DATABASE_URL: 'x://me:hush@db',
  }).join()
  expect(faults).not.toContain('hush')
})

test('secret keys come from the variable, or from a file with the newest on its first line', () => {
  const older = 'an older key of thirty-two letters'
  expect(readConfig({}).secretKeys).toBeUndefined()
  expect(readConfig({ SECRET_KEY: liveKey }).secretKeys).toEqual([liveKey])
  expect(readConfig({ SECRET_KEY_FILE: keyFile(liveKey, '', ` ${older}\r`) }).secretKeys).toEqual([liveKey, older])
  expect(faultsOf({ SECRET_KEY: liveKey, SECRET_KEY_FILE: keyFile(liveKey) })).toEqual([
    'SECRET_KEY and SECRET_KEY_FILE: set only one of them',
  ])
})

test('every setting with a password in it may be in a file', () => {
  const secrets = {
    DATABASE_URL: 'postgres://sauda:word@localhost/sauda',
    FILES_URL: 's3://key:word@localhost:9000/files',
    AUDIT_HEAD_URL: 's3://key:word@localhost:9000/heads',
    BACKUP_URL: 's3://key:word@localhost:9000/backups',
    SMTP_URL: 'smtp://name:word@localhost:25',
    FEED_URL: 'wss://feed.example/?token=word',
    METRICS_TOKEN: 'sixteen-letters-or-more',
    ADMIN_PASSWORD: 'Long-Enough-1',
  }
  const inFiles = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`${name}_FILE`, keyFile(value)]))
  const others = { ADMIN_EMAIL: 'a@b.example' }
  expect(readConfig({ ...others, ...inFiles })).toEqual(readConfig({ ...others, ...secrets }))
  expect(faultsOf({ SMTP_URL_FILE: '/no/such/file', METRICS_TOKEN_FILE: keyFile('') })).toEqual([
    'SMTP_URL_FILE: cannot be read',
    'METRICS_TOKEN_FILE: is empty',
  ])
  expect(faultsOf({ SMTP_URL: secrets.SMTP_URL, SMTP_URL_FILE: keyFile(secrets.SMTP_URL) })).toEqual([
    'SMTP_URL and SMTP_URL_FILE: set only one of them',
  ])
  // Named once, as the file.
  expect(namesOf({ ...live, SMTP_URL: '', SMTP_URL_FILE: '/no/such/file' })).toEqual(['SMTP_URL_FILE'])
})

test.each([
  [{}, false],
  [{ STEP_UP: 'on' }, true],
  [live, true],
  [{ ...live, STEP_UP: 'on' }, true],
])('confirmation codes are on in live mode, and in demo mode on request: %#', (variables, stepUp) => {
  expect(readConfig(variables).stepUp).toBe(stepUp)
})

describe('live mode', () => {
  test('rejects STEP_UP=off', () => {
    expect(faultsOf({ ...live, STEP_UP: 'off' })).toEqual(['STEP_UP: cannot be off in live mode'])
  })

  test('starts with everything it needs', () => {
    expect(readConfig(live)).toMatchObject({
      mode: 'live',
      demoData: false,
      publicUrl: 'https://portal.broker.example',
      logLevel: 'info',
    })
  })

  test('names every missing field at once', () => {
    expect(namesOf({ MODE: 'live' })).toEqual([
      'LEGAL_NAME',
      'SEBI_REGISTRATION',
      'GRIEVANCE_OFFICER',
      'SUPPORT_EMAIL',
      'UPI_ID',
      'PUBLIC_URL',
      'SECRET_KEY',
      'TRUST_PROXY',
      'DESK_URL',
      'AUDIT_HEAD_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'ADMIN_EMAIL',
    ])
  })

  test('names missing and invalid settings together, each once', () => {
    const { LEGAL_NAME: _, ...rest } = live
    expect(namesOf({ ...rest, SECRET_KEY: 'short', PORT: 'x' })).toEqual(['PORT', 'SECRET_KEY', 'LEGAL_NAME'])
  })

  test.each([
    ['UPI_ID', 'broker@okbank'],
    ['SEBI_REGISTRATION', '12345'],
    ['PUBLIC_URL', 'http://portal.broker.example'],
    ['RATE_LIMITS', 'off'],
    ['FEED_URL', 'ws://feed.example'],
    ['FEED_URL', 'ws://127.feed.example'],
    ['SMTP_URL', 'smtp://mail.broker.example'],
    ['SMTP_URL', 'smtp://mail.broker.example?requireTLS=false'],
    ['DATABASE_URL', 'postgres://sauda@db.broker.example/sauda'],
    ['DATABASE_URL', 'postgres://sauda@db.broker.example/sauda?sslmode=require'],
    ['DATABASE_URL', 'postgres://sauda@localhost/sauda?host=db.broker.example'],
    ['DATABASE_URL', 'postgres://sauda@127.broker.example/sauda'],
    ['FILES_URL', 's3://key:word@store.broker.example/files?tls=off'],
    ['AUDIT_HEAD_URL', 's3://key:word@store.broker.example/heads?tls=off'],
    ['AUDIT_HEAD_URL', ''],
    ['ADMIN_EMAIL', ''],
    ['SECRET_KEY', 'k'.repeat(32)],
    ['SECRET_KEY', 'a1b2c3d4'.repeat(4)],
    ['SECRET_KEY', 'my-secret-key-that-nobody-can-guess-1'],
    ['TRUST_PROXY', ''],
    ['DESK_URL', ''],
    ['DESK_URL', 'http://desk.broker.example'],
    ['DESK_URL', 'https://portal.broker.example'],
    ['DEMO_DATA', 'on'],
    ['SUPPORT_EMAIL', 'support@sauda.example'],
    ['MAIL_FROM', 'Broker <no-reply@Sauda.example>'],
  ])('rejects %s=%s', (name, value) => {
    expect(namesOf({ ...live, [name]: value })).toEqual([name])
  })

  test('rejects backups that are not encrypted', () => {
    const BACKUP_RECIPIENT = 'age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq'
    const BACKUP_URL = 's3:///backups'
    expect(namesOf({ ...live, BACKUP_URL })).toEqual(['BACKUP_RECIPIENT'])
    expect(namesOf({ ...live, BACKUP_URL, BACKUP_RECIPIENT })).toEqual([])
    expect(namesOf({ ...live, BACKUP_URL, BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1QQQ' })).toEqual(['BACKUP_RECIPIENT'])
    expect(namesOf({ BACKUP_URL })).toEqual([])
  })

  test('rejects an unencrypted connection to a replica on another machine', () => {
    const replica = { DATABASE_REPLICA_URL: 'postgres://sauda@replica.broker.example/sauda?sslmode=require' }
    expect(namesOf({ ...live, DATABASE_URL: 'postgres://sauda@localhost/sauda', ...replica })).toEqual([
      'DATABASE_REPLICA_URL',
    ])
  })

  test.each(['wss://feed.example/prices?token=x', 'ws://127.0.0.1:7070', 'ws://localhost:7070', 'ws://[::1]:7070'])(
    'accepts prices from %s, which nobody on the network can change',
    (FEED_URL) => expect(readConfig({ ...live, FEED_URL }).feedUrl).toBe(FEED_URL),
  )

  test.each([
    ['SMTP_URL', 'smtp://mail.broker.example:587?requireTLS=true'],
    ['SMTP_URL', 'smtp://127.0.0.1:25'],
    ['DATABASE_URL', 'postgres://sauda@db.broker.example/sauda?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://sauda@localhost/sauda'],
    ['DATABASE_URL', 'postgres:///sauda?host=/run/postgresql'],
    ['FILES_URL', 's3:///files'],
    ['FILES_URL', 's3://key:word@127.0.0.1:9000/files?tls=off'],
    ['AUDIT_HEAD_URL', `file://${folder}/head.log`],
    ['TRUST_PROXY', '0'],
    ['ADMIN_EMAIL', 'first@broker.example'],
  ])('accepts %s=%s', (name, value) => {
    expect(namesOf({ ...live, [name]: value })).toEqual([])
  })

  test('accepts the key in a file, and rejects a guessable one among its lines', () => {
    const { SECRET_KEY, ...rest } = live
    expect(faultsOf({ ...rest, SECRET_KEY_FILE: keyFile(SECRET_KEY) })).toEqual([])
    expect(namesOf({ ...rest, SECRET_KEY_FILE: keyFile(SECRET_KEY, 'k'.repeat(32)) })).toEqual(['SECRET_KEY_FILE'])
    expect(namesOf({ ...rest, SECRET_KEY_FILE: '/no/such/key' })).toEqual(['SECRET_KEY_FILE'])
  })

  test('rejects a file with the key that every user of the machine can read', () => {
    const { SECRET_KEY, ...rest } = live
    const SECRET_KEY_FILE = keyFile(SECRET_KEY)
    chmodSync(SECRET_KEY_FILE, 0o644)
    expect(faultsOf({ ...rest, SECRET_KEY_FILE })).toEqual([
      'SECRET_KEY_FILE: every user of this machine can read it; run chmod 600 on it (and chown to the user of the server)',
    ])
    expect(faultsOf({ SECRET_KEY_FILE })).toEqual([])
    chmodSync(SECRET_KEY_FILE, 0o640)
    expect(faultsOf({ ...rest, SECRET_KEY_FILE })).toEqual([])
  })

  test('shares one host between desk and portal only on request', () => {
    expect(readConfig({ ...live, DESK_URL: '', SHARED_HOST: 'on' })).toMatchObject({
      deskHost: undefined,
      deskUrl: 'https://portal.broker.example',
    })
  })

  test('never fills the database with demo data', () => {
    expect(readConfig(live).demoData).toBe(false)
  })
})
