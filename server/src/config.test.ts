import { describe, expect, test } from 'vitest'
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

const live = {
  MODE: 'live',
  LEGAL_NAME: 'Broker Ltd',
  SEBI_REGISTRATION: 'INZ000000001',
  UPI_ID: 'broker.brk@validbank',
  GRIEVANCE_OFFICER: 'Meera Rao, grievance@broker.example',
  PUBLIC_URL: 'https://portal.broker.example/',
  SMTP_URL: 'smtps://name:secret@mail.broker.example',
  MAIL_FROM: 'Broker <no-reply@broker.example>',
  SUPPORT_EMAIL: 'help@broker.example',
  SECRET_KEY: 'k'.repeat(32),
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

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: undefined })
})

test.each([
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '-1'],
  ['MODE', 'production'],
  ['PUBLIC_URL', 'portal.example'],
  ['PUBLIC_URL', 'https://broker.example/sauda'],
  ['PUBLIC_URL', 'https://name:secret@portal.example'],
  ['DATABASE_URL', 'mysql://localhost/sauda'],
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
  ['SUPPORT_EMAIL', 'help'],
  ['UPI_ID', 'no-bank'],
  ['UPI_NAME', 'x'.repeat(100)],
  ['APP_DOWNLOAD_URL', 'javascript:alert(1)'],
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
  const faults = faultsOf({ SECRET_KEY: 'hush-hush', ADMIN_PASSWORD: 'hush', DATABASE_URL: 'x://me:hush@db' }).join()
  expect(faults).not.toContain('hush')
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
      'SMTP_URL',
      'MAIL_FROM',
    ])
  })

  test('names what is missing together with what is wrong, each once', () => {
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
    ['SUPPORT_EMAIL', 'support@sauda.example'],
    ['MAIL_FROM', 'Broker <no-reply@Sauda.example>'],
  ])('rejects %s=%s', (name, value) => {
    expect(namesOf({ ...live, [name]: value })).toEqual([name])
  })

  test.each(['wss://feed.example/prices?token=x', 'ws://127.0.0.1:7070', 'ws://localhost:7070', 'ws://[::1]:7070'])(
    'accepts prices from %s, which nobody on the network can change',
    (FEED_URL) => expect(readConfig({ ...live, FEED_URL }).feedUrl).toBe(FEED_URL),
  )

  test('never fills the database with demo data', () => {
    expect(readConfig({ ...live, DEMO_DATA: 'on' }).demoData).toBe(false)
  })
})
