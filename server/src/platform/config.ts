import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withoutUnseen } from '@sauda/contract/field'
import { moneyRules, paiseOf } from '@sauda/contract/money'
import { settingRules } from '@sauda/contract/setting'
import * as z from 'zod/mini'
import { hexColour } from './brand/colour.ts'
import { lookFault, lookOf, type Look } from './brand/look.ts'
import { readIcon, readLogo, type Picture } from './brand/picture.ts'

/** Every setting, read once from the environment (settled, section 10). */
export type Config = {
  port: number
  host: string
  publicUrl: string
  mode: 'demo' | 'live'
  version: string
  dataDir: string
  databaseUrl: string | undefined
  /** Whether database connections may remember statements. */
  preparedStatements: boolean
  smtpUrl: string | undefined
  mailFrom: string
  filesUrl: string | undefined
  /** Where prices come from; without it nobody says any. */
  feedUrl: string | undefined
  secretKey: string | undefined
  brandName: string
  brandTagline: string
  brandLook: Look
  /** In the place of the product's sign and name; the second one on dark grounds, if it is another. */
  brandLogo: Picture | undefined
  brandLogoDark: Picture | undefined
  /** In the place of the product's sign, where only that is shown. */
  brandIcon: Picture | undefined
  supportEmail: string
  upiId: string
  upiName: string
  appDownloadUrl: string
  adminEmail: string | undefined
  adminPassword: string | undefined
  demoData: boolean
  rateLimits: boolean
  /** Paise; a withdrawal of more needs two operators. */
  secondApprovalAbove: bigint
  /** Most nominees a client may name. */
  nomineeLimit: number
  /** Number of proxies in front whose forwarded address is believed. */
  trustProxy: number
  legalName: string
  sebiRegistration: string
  grievanceOfficer: string
  legalAddress: string
  /** Below `debug` nothing secret is logged either; see log.ts. */
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** Names every faulty variable at once. */
export class ConfigFault extends Error {
  constructor(faults: readonly string[]) {
    super(`The settings need attention:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigFault'
  }
}

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })
const urlWith = (...protocols: string[]) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: `must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      abort: true,
    }),
  )
/** What an address says besides its protocol, once it is one. */
const holding = (fits: (url: URL) => boolean, error: string) =>
  z.refine<string>((text) => fits(new URL(text)), { error })
/** What a WebSocket cannot be opened with is told at the start. */
const feedAddress = urlWith('ws:', 'wss:').check(
  holding(
    ({ hash, username }) => hash + username === '',
    'must be an address without # and without a name in front of @',
  ),
)
/** The portal stands at the root of its host: links in mails and the pages themselves know no folder above them. */
const publicAddress = urlWith('http:', 'https:').check(
  holding(
    ({ pathname, search, hash, username }) => /^\/*$/.test(pathname) && search + hash + username === '',
    'must be the address alone, such as https://portal.broker.example',
  ),
)
const mailServer = urlWith('smtp:', 'smtps:').check(
  holding(({ hostname }) => hostname !== '', 'must name a mail server, such as smtps://name:password@mail.example'),
)
const bucket = urlWith('s3:').check(
  holding(({ pathname }) => /^\/[^/]+$/.test(pathname), 'must name a bucket, such as s3:///bucket'),
)
const address = '[^\\s\\p{Cc}<>()[\\]\\\\,;:"@]+@[^\\s\\p{Cc}<>()[\\]\\\\,;:"@]+'
const whole = (text: string, minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(
      z.regex(/^\d+$/, { error: text, abort: true }),
      z.refine((value) => Number(value) >= minimum && Number(value) <= maximum, { error: text }),
    ),
    z.transform(Number),
  )

/** The domain of the addresses a demo writes from and names; mail to it reaches nobody. */
const nowhere = 'sauda.example'

const plainText = (longest: number) =>
  z.string().check(
    z.maxLength(longest, { error: `must have at most ${longest} characters` }),
    z.refine((text) => /^[^\p{Cc}<>]*$/u.test(text) && withoutUnseen(text) === text, {
      error: 'must be plain text without < and >',
    }),
  )
const colour = z.string().check(z.regex(hexColour, { error: 'must be a colour such as #e39a1b' }))
/** The path of a file, which becomes what is in it. */
const pictureFrom = (read: (path: string) => Picture) =>
  z.pipe(
    z.string(),
    z.transform((path, { issues }) => {
      try {
        return read(path)
      } catch (error) {
        issues.push({ code: 'custom', input: path, message: (error as Error).message })
        return z.NEVER
      }
    }),
  )

const environment = z.object({
  PORT: z._default(whole('must be a port from 0 to 65535', 0, 65535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(publicAddress),
  MODE: z._default(z.enum(['demo', 'live'], { error: 'must be demo or live' }), 'demo'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(urlWith('postgres:', 'postgresql:')),
  PREPARED_STATEMENTS: z._default(onOff, 'on'),
  SMTP_URL: z.optional(mailServer),
  MAIL_FROM: z.optional(
    z.string().check(
      z.regex(new RegExp(`^(?:[^\\p{Cc}<>]*<${address}>|${address})$`, 'u'), {
        error: 'must be an e-mail address, or a name and the address in < and >',
      }),
    ),
  ),
  FILES_URL: z.optional(bucket),
  FEED_URL: z.optional(feedAddress),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32, { error: 'must have at least 32 characters' }))),
  BRAND_NAME: z._default(plainText(40), 'Sauda'),
  BRAND_TAGLINE: z._default(plainText(80), 'From Inception to IPO'),
  BRAND_COLOUR: z._default(colour, '#e39a1b'),
  BRAND_INK: z.optional(colour),
  BRAND_LOGO: z.optional(pictureFrom(readLogo)),
  BRAND_LOGO_DARK: z.optional(pictureFrom(readLogo)),
  BRAND_ICON: z.optional(pictureFrom(readIcon)),
  SUPPORT_EMAIL: z._default(z.email({ error: 'must be an e-mail address' }), `support@${nowhere}`),
  UPI_ID: z._default(
    z.string().check(z.regex(/^[\w.-]{2,256}@[\w.-]{2,64}$/, { error: 'must look like name@bank' })),
    'demo.cannot-receive-money@sauda',
  ),
  UPI_NAME: z._default(plainText(99), 'Sauda Demo'),
  APP_DOWNLOAD_URL: z.optional(urlWith('https:')),
  ADMIN_EMAIL: z.optional(z.email({ error: 'must be an e-mail address' })),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, { error: 'must have at least 8 characters' }),
        z.maxLength(128, { error: 'must have at most 128 characters' }),
      ),
  ),
  DEMO_DATA: z._default(onOff, 'on'),
  RATE_LIMITS: z._default(onOff, 'on'),
  WITHDRAWAL_SECOND_APPROVAL: z._default(
    whole('must be whole rupees, such as 50000', 0, moneyRules.maximumRupees),
    50_000,
  ),
  NOMINEE_LIMIT: z._default(whole('must be a number of nominees from 1 to 10', 1, settingRules.mostNominees), 3),
  TRUST_PROXY: z._default(whole('must be the number of proxies in front, such as 1', 0, 10), 0),
  LEGAL_NAME: z._default(plainText(200), ''),
  SEBI_REGISTRATION: z._default(plainText(50), ''),
  GRIEVANCE_OFFICER: z._default(plainText(200), ''),
  LEGAL_ADDRESS: z._default(plainText(200), ''),
  LOG_LEVEL: z.optional(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' }),
  ),
})
type Environment = z.infer<typeof environment>

/** Nobody on the way can read or change what comes from there. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'wss:' || hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}

/** What live mode refuses to start without (settled, section 2). */
function liveFaults(e: Environment): string[] {
  const missing: [boolean, string][] = [
    [e.LEGAL_NAME !== '', 'LEGAL_NAME: the legal name is needed in live mode'],
    [
      /^INZ\d{9}$/.test(e.SEBI_REGISTRATION),
      'SEBI_REGISTRATION: the SEBI registration number (INZ and 9 digits) is needed in live mode',
    ],
    [
      /^[\w.-]+\.brk@valid[a-z]+$/i.test(e.UPI_ID),
      'UPI_ID: an @valid UPI handle (name.brk@validbank) is needed in live mode',
    ],
    [e.GRIEVANCE_OFFICER !== '', 'GRIEVANCE_OFFICER: a grievance officer is needed in live mode'],
    [e.PUBLIC_URL?.startsWith('https://') === true, 'PUBLIC_URL: a public https address is needed in live mode'],
    [e.SMTP_URL !== undefined, 'SMTP_URL: a mail server is needed in live mode'],
    [isReal(e.MAIL_FROM), 'MAIL_FROM: a sender address of your own is needed in live mode'],
    [isReal(e.SUPPORT_EMAIL), 'SUPPORT_EMAIL: an address clients can write to is needed in live mode'],
    [e.SECRET_KEY !== undefined, 'SECRET_KEY: a secret key is needed in live mode'],
    [
      e.FEED_URL === undefined || isPrivate(e.FEED_URL),
      'FEED_URL: must be a wss address in live mode, or one of this machine',
    ],
    [e.RATE_LIMITS === 'on', 'RATE_LIMITS: cannot be off in live mode'],
  ]
  return missing.filter(([present]) => !present).map(([, sentence]) => sentence)
}

const isReal = (address: string | undefined): boolean =>
  address !== undefined && !address.toLowerCase().includes(`@${nowhere}`)

/** Throws ConfigFault naming every fault at once. An empty variable counts as unset. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = environment.safeParse(given)
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)
  // What is missing is told together with what is wrong: a faulty variable counts as unset, and is named once.
  const isFaulty = (name: string) => faults.some((fault) => fault.startsWith(`${name}:`))
  const e = environment.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !isFaulty(name))))
  if (e.MODE === 'live') faults.push(...liveFaults(e).filter((fault) => !isFaulty(fault.split(':')[0] ?? '')))
  if ((given['ADMIN_EMAIL'] === undefined) !== (given['ADMIN_PASSWORD'] === undefined))
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither')
  const brandLook = lookOf(e.BRAND_COLOUR, e.BRAND_INK)
  const unreadable = lookFault(brandLook)
  if (unreadable) faults.push(unreadable)
  if (faults.length > 0) throw new ConfigFault(faults)
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    mode: e.MODE,
    version: projectVersion(),
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    preparedStatements: e.PREPARED_STATEMENTS === 'on',
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM ?? `${e.BRAND_NAME} <no-reply@${nowhere}>`,
    filesUrl: e.FILES_URL,
    feedUrl: e.FEED_URL,
    secretKey: e.SECRET_KEY,
    brandName: e.BRAND_NAME,
    brandTagline: e.BRAND_TAGLINE,
    brandLook,
    brandLogo: e.BRAND_LOGO,
    brandLogoDark: e.BRAND_LOGO_DARK,
    brandIcon: e.BRAND_ICON,
    supportEmail: e.SUPPORT_EMAIL,
    upiId: e.UPI_ID,
    upiName: e.UPI_NAME,
    appDownloadUrl: e.APP_DOWNLOAD_URL ?? '',
    adminEmail: e.ADMIN_EMAIL?.toLowerCase(),
    adminPassword: e.ADMIN_PASSWORD,
    demoData: e.MODE === 'demo' && e.DEMO_DATA === 'on',
    rateLimits: e.RATE_LIMITS === 'on',
    nomineeLimit: e.NOMINEE_LIMIT,
    secondApprovalAbove: paiseOf(e.WITHDRAWAL_SECOND_APPROVAL),
    trustProxy: e.TRUST_PROXY,
    legalName: e.LEGAL_NAME,
    sebiRegistration: e.SEBI_REGISTRATION,
    grievanceOfficer: e.GRIEVANCE_OFFICER,
    legalAddress: e.LEGAL_ADDRESS,
    // A demo's terminal shows mails and logins; a line per request would bury them.
    logLevel: e.LOG_LEVEL ?? (e.MODE === 'live' ? 'info' : 'warn'),
  }
}

function projectVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
