import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { withoutInvisible } from '@sauda/contract/platform/typed-text'
import { mode } from '@sauda/contract/broker/health'
import projectPackage from '../../../package.json' with { type: 'json' }
import * as z from 'zod/mini'
import { StartError } from './postgres/start-error.ts'
import { keyLines } from './secret.ts'
import { inFolder, namesBucket, namesFile, urlCheck } from './settings.place.ts'

export { urlCheck } from './settings.place.ts'

export const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })

export const urlWith = (...protocols: string[]) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: `must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      abort: true,
    }),
  )

export const wholeNumber = (error: string, minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(
      z.regex(/^\d+$/, { error, abort: true }),
      z.refine((value) => Number(value) >= minimum && Number(value) <= maximum, { error }),
    ),
    z.transform(Number),
  )

export const plainText = (longest: number) =>
  z.string().check(
    z.maxLength(longest, { error: `must have at most ${longest} characters` }),
    z.refine((text) => /^[^\p{Cc}<>]*$/u.test(text) && withoutInvisible(text) === text, {
      error: 'must be plain text without < and >',
    }),
  )

/** A requirement of live mode, and the message if it is not met. */
export type LiveRule = readonly [isFulfilled: boolean, error: string]

/** Stays on this machine: loopback, or a socket in a folder. */
export function isOnThisMachine(address: string): boolean {
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? hostname
  return /^(?:|localhost|127(?:\.\d+){3}|\[?::1\]?|\/.*|%2f.*)$/i.test(host)
}

const leavesUnencrypted = (address: string | undefined, isEncrypted: (url: URL) => boolean): boolean =>
  address !== undefined && !isOnThisMachine(address) && !isEncrypted(new URL(address))

const isEncryptedBucket = ({ protocol, searchParams }: URL): boolean =>
  protocol !== 's3:' || searchParams.get('tls') !== 'off'

/** Secrets typed instead of generated: few different characters, a repeated part, or a word. */
const isWeakKey = (key: string): boolean =>
  new Set(key).size < 10 ||
  key.includes(key.slice(0, 8), 1) ||
  /secret|passw|change|example|sauda|12345|qwert|abcdef/i.test(key)

const secretKey = z.string().check(z.minLength(32, { error: 'must have at least 32 characters' }))

/** One key per line, so that the file can also name the keys used before. */
const secretKeyFile = z.pipe(
  z.string(),
  z.transform((path, { issues }) => {
    const keys = readKeyLines(path)
    if (keys !== undefined && keys.length > 0 && keys.every((key) => secretKey.safeParse(key).success))
      return { keys, isOpen: isOpenToOthers(path) }
    const message =
      keys === undefined ? 'cannot be read' : 'must have a key of at least 32 characters on each line, the newest first'
    issues.push({ code: 'custom', input: path, message })
    return z.NEVER
  }),
)

/** Whether every user of the machine can read it. In the folder of Docker's secrets only the container can, whatever the mode; Windows has none. */
const isOpenToOthers = (path: string): boolean =>
  process.platform !== 'win32' && !path.startsWith('/run/secrets/') && (statSync(path).mode & 0o007) !== 0

function readKeyLines(path: string): string[] | undefined {
  try {
    return keyLines(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Links in mails and the pages themselves need the portal at the root of its host. */
const publicAddress = urlWith('http:', 'https:').check(
  urlCheck(
    ({ pathname, search, hash, username }) => /^\/*$/.test(pathname) && search + hash + username === '',
    'must be the address alone, such as https://portal.broker.example',
  ),
)

/** The settings of the server itself; each feature has its own. */
export const serverVariables = {
  PORT: z._default(wholeNumber('must be a port from 0 to 65535', 0, 65535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(publicAddress),
  DESK_URL: z.optional(publicAddress),
  SHARED_HOST: z.optional(onOff),
  MODE: z._default(z.enum(mode.options, { error: 'must be demo or live' }), 'demo'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(urlWith('postgres:', 'postgresql:')),
  DATABASE_REPLICA_URL: z.optional(urlWith('postgres:', 'postgresql:')),
  PREPARED_STATEMENTS: z._default(onOff, 'on'),
  FILES_URL: z.optional(urlWith('s3:').check(namesBucket)),
  AUDIT_HEAD_URL: z.optional(urlWith('s3:', 'file:').check(namesBucket, namesFile, inFolder(true))),
  BACKUP_URL: z.optional(urlWith('s3:', 'file:').check(namesBucket, inFolder(false))),
  BACKUP_RECIPIENT: z.optional(
    z.string().check(z.regex(/^age1[02-9ac-hj-np-z]{20,}$/, { error: 'must be a recipient of age, such as age1…' })),
  ),
  BACKUP_IDENTITY_FILE: z.optional(z.string()),
  METRICS_PORT: z.optional(wholeNumber('must be a port from 0 to 65535', 0, 65535)),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, { error: 'must have at least 16 characters' }))),
  BACKUP_DAYS: z._default(wholeNumber('must be a number of days from 1 to 3650', 1, 3650), 35),
  BACKUP_WAL_SECONDS: z._default(wholeNumber('must be a number of seconds from 1 to 3600', 1, 3600), 60),
  SECRET_KEY: z.optional(secretKey),
  SECRET_KEY_FILE: z.optional(secretKeyFile),
  RATE_LIMITS: z._default(onOff, 'on'),
  TRUST_PROXY: z._default(wholeNumber('must be the number of proxies in front, such as 1', 0, 10), 0),
  LOG_LEVEL: z.optional(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' }),
  ),
}
const serverSchema = z.object(serverVariables)
type ServerVariables = z.infer<typeof serverSchema>

const keysOf = (e: ServerVariables): string[] | undefined =>
  e.SECRET_KEY === undefined ? e.SECRET_KEY_FILE?.keys : [e.SECRET_KEY]

export const secretKeyError = (e: ServerVariables): string | undefined =>
  e.SECRET_KEY !== undefined && e.SECRET_KEY_FILE !== undefined
    ? 'SECRET_KEY and SECRET_KEY_FILE: set only one of them'
    : undefined

export const replicaError = (e: ServerVariables): string | undefined =>
  e.DATABASE_REPLICA_URL !== undefined && e.DATABASE_URL === undefined
    ? 'DATABASE_REPLICA_URL: needs DATABASE_URL, because the built-in database has no replica'
    : undefined

/** Figures of the business must not be public. */
export const metricsError = (e: ServerVariables): string | undefined =>
  e.METRICS_PORT !== undefined && e.METRICS_TOKEN === undefined && !isOnThisMachine(`http://${e.METRICS_HOST}`)
    ? 'METRICS_TOKEN: needed where METRICS_HOST is not this machine alone'
    : undefined

const hostOf = (address: string): string => new URL(address).host

export const serverLiveRules = (e: ServerVariables, isGiven: (name: string) => boolean): LiveRule[] => [
  [e.PUBLIC_URL?.startsWith('https://') === true, 'PUBLIC_URL: a public https address is needed in live mode'],
  [
    keysOf(e) !== undefined || isGiven('SECRET_KEY_FILE'),
    'SECRET_KEY: a secret key is needed in live mode, or SECRET_KEY_FILE',
  ],
  [
    !keysOf(e)?.some(isWeakKey),
    `${e.SECRET_KEY === undefined ? 'SECRET_KEY_FILE' : 'SECRET_KEY'}: must be random in live mode, such as the output of openssl rand -base64 48`,
  ],
  [
    e.SECRET_KEY_FILE?.isOpen !== true,
    'SECRET_KEY_FILE: every user of this machine can read it; run chmod 600 on it (and chown to the user of the server)',
  ],
  [
    isGiven('TRUST_PROXY'),
    'TRUST_PROXY: the number of proxies in front is needed in live mode, or limits per address cannot work',
  ],
  [
    e.DESK_URL === undefined ? e.SHARED_HOST === 'on' : e.DESK_URL.startsWith('https://'),
    'DESK_URL: an https address of its own for the desk is needed in live mode, or SHARED_HOST=on',
  ],
  ...(['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const).map((name): LiveRule => [
    !leavesUnencrypted(e[name], ({ searchParams }) => searchParams.get('sslmode') === 'verify-full'),
    `${name}: a database on another machine needs ?sslmode=verify-full in live mode`,
  ]),
  ...(['FILES_URL', 'AUDIT_HEAD_URL', 'BACKUP_URL'] as const).map((name): LiveRule => [
    !leavesUnencrypted(e[name], isEncryptedBucket),
    `${name}: tls=off is only for this machine in live mode`,
  ]),
  [e.AUDIT_HEAD_URL !== undefined, 'AUDIT_HEAD_URL: a place for the heads of the audit log is needed in live mode'],
  [
    e.BACKUP_URL === undefined || e.BACKUP_RECIPIENT !== undefined,
    'BACKUP_RECIPIENT: backups must be encrypted in live mode; docs/going-live.md says how to make a recipient',
  ],
  [e.RATE_LIMITS === 'on', 'RATE_LIMITS: cannot be off in live mode'],
]

/** In every mode: a desk with an address of its own shares no host with the portal. */
export const deskAddressError = (e: ServerVariables): string | undefined =>
  e.DESK_URL !== undefined && new URL(e.DESK_URL).hostname === new URL(e.PUBLIC_URL ?? 'http://localhost').hostname
    ? 'DESK_URL: must have another host than PUBLIC_URL'
    : undefined

export const serverSettings = (e: ServerVariables) => ({
  port: e.PORT,
  host: e.HOST,
  publicUrl: new URL(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).origin,
  deskUrl: new URL(e.DESK_URL ?? e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).origin,
  /** Set if the desk has a host of its own, where it answers alone. */
  deskHost: e.DESK_URL === undefined ? undefined : hostOf(e.DESK_URL),
  mode: e.MODE,
  version: projectPackage.version,
  dataDir: resolve(e.DATA_DIR),
  databaseUrl: e.DATABASE_URL,
  /** A replica of it, for histories and reports. */
  databaseReplicaUrl: e.DATABASE_REPLICA_URL,
  /** Off behind a pooler that cannot keep prepared statements. */
  preparedStatements: e.PREPARED_STATEMENTS === 'on',
  filesUrl: e.FILES_URL,
  /** The place of signed heads of the audit log: a file or a bucket; unset, a file in `dataDir`. */
  auditHeadUrl: e.AUDIT_HEAD_URL,
  /** The place of backups: a folder or a bucket; unset, no WAL is stored and no file copied. */
  backupUrl: e.BACKUP_URL,
  /** The recipient of encrypted backups; unset, they are not encrypted. */
  backupRecipient: e.BACKUP_RECIPIENT,
  /** The key that decrypts them at a restore. */
  backupIdentityFile: e.BACKUP_IDENTITY_FILE,
  /** Port of the metrics; unset, there are none. */
  metricsPort: e.METRICS_PORT,
  metricsHost: e.METRICS_HOST,
  metricsToken: e.METRICS_TOKEN,
  backupDays: e.BACKUP_DAYS,
  backupWalMilliseconds: e.BACKUP_WAL_SECONDS * 1000,
  /** Newest first: data is encrypted with the first, and those of the others can still be decrypted. */
  secretKeys: keysOf(e),
  rateLimits: e.RATE_LIMITS === 'on',
  /** Number of our proxies in front; their forwarded address is trusted. */
  trustProxy: e.TRUST_PROXY,
  // A demo's terminal shows mails and logins; a line per request would bury them.
  logLevel: e.LOG_LEVEL ?? (e.MODE === 'live' ? ('info' as const) : ('warn' as const)),
})

/** Settings with a password in them: each may be in a file, named by the setting with `_FILE` at its end. */
const secretNames = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'FILES_URL',
  'AUDIT_HEAD_URL',
  'BACKUP_URL',
  'SMTP_URL',
  'FEED_URL',
  'METRICS_TOKEN',
  'ADMIN_PASSWORD',
  'NOTE_SIGNER_PASSWORD',
] as const

type Variables = Readonly<Record<string, string | undefined>>

/** The settings with the content of these files, and what is wrong with them. */
function withSecretFiles(variables: Variables): { variables: Variables; errors: string[] } {
  const errors: string[] = []
  const read = { ...variables }
  for (const name of secretNames) {
    const path = variables[`${name}_FILE`]?.trim()
    if (!path) continue
    if (variables[name]?.trim()) errors.push(`${name} and ${name}_FILE: set only one of them`)
    else
      try {
        read[name] = readFileSync(path, 'utf8').trim()
        if (read[name] === '') errors.push(`${name}_FILE: is empty`)
      } catch {
        errors.push(`${name}_FILE: cannot be read`)
      }
  }
  return { variables: read, errors }
}

/** Throws a StartError with every error. A faulty variable counts as unset in further checks, so that it is named once, and so does an empty one. */
export function readVariables<Schema extends z.ZodMiniObject<typeof serverVariables>>(
  schema: Schema,
  environment: Variables,
  check: (values: z.infer<Schema>, isGiven: (name: string) => boolean) => string[],
): z.infer<Schema> {
  const { variables, errors: fileErrors } = withSecretFiles(environment)
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = schema.safeParse(given)
  const issues = parsed.success ? [] : parsed.error.issues
  const errors = [...issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`), ...fileErrors]
  const isFaulty = (name = '') => errors.some((error) => error.startsWith(`${name}:`))
  const values = schema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !isFaulty(name))))
  // A setting with a file counts as given, so that it is reported once.
  const isGiven = (name: string) => given[name] !== undefined || isFaulty(`${name}_FILE`)
  const further = check(values, isGiven).filter((error) => {
    const [name] = error.split(':')
    return !isFaulty(name) && !isFaulty(`${name}_FILE`)
  })
  const all = [...errors, ...further]
  if (all.length > 0)
    throw new StartError(`The settings need attention:\n${all.map((error) => `  - ${error}`).join('\n')}`)
  return values
}
