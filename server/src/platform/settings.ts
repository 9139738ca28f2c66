import { resolve } from 'node:path'
import { withoutInvisible } from '@sauda/contract/field'
import { mode } from '@sauda/contract/health'
import projectPackage from '../../../package.json' with { type: 'json' }
import * as z from 'zod/mini'
import { StartError } from './postgres/start-error.ts'

export const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })

export const urlWith = (...protocols: string[]) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: `must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      abort: true,
    }),
  )

/** A further check of an address that `urlWith` has accepted. */
export const urlCheck = (fits: (url: URL) => boolean, error: string) =>
  z.refine<string>((text) => fits(new URL(text)), { error })

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
  MODE: z._default(z.enum(mode.options, { error: 'must be demo or live' }), 'demo'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(urlWith('postgres:', 'postgresql:')),
  PREPARED_STATEMENTS: z._default(onOff, 'on'),
  FILES_URL: z.optional(
    urlWith('s3:').check(
      urlCheck(({ pathname }) => /^\/[^/]+$/.test(pathname), 'must name a bucket, such as s3:///bucket'),
    ),
  ),
  AUDIT_HEAD_URL: z.optional(urlWith('s3:', 'file:')),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32, { error: 'must have at least 32 characters' }))),
  RATE_LIMITS: z._default(onOff, 'on'),
  TRUST_PROXY: z._default(wholeNumber('must be the number of proxies in front, such as 1', 0, 10), 0),
  LOG_LEVEL: z.optional(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' }),
  ),
}
const serverSchema = z.object(serverVariables)
type ServerVariables = z.infer<typeof serverSchema>

export const serverLiveRules = (e: ServerVariables): LiveRule[] => [
  [e.PUBLIC_URL?.startsWith('https://') === true, 'PUBLIC_URL: a public https address is needed in live mode'],
  [e.SECRET_KEY !== undefined, 'SECRET_KEY: a secret key is needed in live mode'],
  [e.RATE_LIMITS === 'on', 'RATE_LIMITS: cannot be off in live mode'],
]

export const serverSettings = (e: ServerVariables) => ({
  port: e.PORT,
  host: e.HOST,
  publicUrl: new URL(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).origin,
  mode: e.MODE,
  version: projectPackage.version,
  dataDir: resolve(e.DATA_DIR),
  databaseUrl: e.DATABASE_URL,
  /** Off behind a pooler that cannot keep prepared statements. */
  preparedStatements: e.PREPARED_STATEMENTS === 'on',
  filesUrl: e.FILES_URL,
  /** Where signed heads of the audit log go: a file or a bucket; unset, a file in `dataDir`. */
  auditHeadUrl: e.AUDIT_HEAD_URL,
  secretKey: e.SECRET_KEY,
  rateLimits: e.RATE_LIMITS === 'on',
  /** Number of our proxies in front; their forwarded address is trusted. */
  trustProxy: e.TRUST_PROXY,
  // A demo's terminal shows mails and logins; a line per request would bury them.
  logLevel: e.LOG_LEVEL ?? (e.MODE === 'live' ? ('info' as const) : ('warn' as const)),
})

/**
 * Throws a StartError with every error; a faulty variable counts as unset in further checks, so that it is named
 * once. An empty variable counts as unset.
 */
export function readVariables<Schema extends z.ZodMiniObject<typeof serverVariables>>(
  schema: Schema,
  variables: Readonly<Record<string, string | undefined>>,
  check: (values: z.infer<Schema>, isGiven: (name: string) => boolean) => string[],
): z.infer<Schema> {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = schema.safeParse(given)
  const errors = parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)
  const isFaulty = (name = '') => errors.some((error) => error.startsWith(`${name}:`))
  const values = schema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !isFaulty(name))))
  const further = check(values, (name) => given[name] !== undefined).filter((error) => !isFaulty(error.split(':')[0]))
  const all = [...errors, ...further]
  if (all.length > 0)
    throw new StartError(`The settings need attention:\n${all.map((error) => `  - ${error}`).join('\n')}`)
  return values
}
