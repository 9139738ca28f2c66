import { Readable } from 'node:stream'
import {
  fileHeaders,
  type Body,
  type Call,
  type Params,
  type Query,
  type Reply,
  type Right,
  type Schema,
  type Who,
} from '@sauda/contract/platform/call'
import { type ClientText, clientTextsOf } from '@sauda/contract/platform/client-text'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { imageRules } from '@sauda/contract/platform/image'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { filePolicy } from './csp.ts'
import { withCommitCheck, type CommitCheck } from './db.ts'
import { withLongStatements } from './db-limits.ts'
import { addressOf } from './http.ts'
import { isId } from './id.ts'
import type { Load } from './load.ts'
import type { KnownActor } from './trace.ts'
import { formMemory, readCsv, readImages, type Images, type SentCsv } from './upload.ts'

export type CurrentClient = {
  readonly id: string
  readonly name: string
  readonly sessionId: string
  /** True if an operator views the account: identity and account numbers are then masked. */
  readonly isViewed?: boolean
}
export type CurrentOperator = {
  readonly id: string
  readonly name: string
  readonly rights: readonly Right[]
  readonly sessionId: string
}

/** `stillAllowed` fails in the database once the caller's session has ended or its owner may no longer act. */
type AllowedCaller = ({ client: CurrentClient } | { operator: CurrentOperator }) & {
  readonly stillAllowed: CommitCheck
}

export type GuardedCall = Call & { readonly who: Exclude<Who, 'anyone'> }

/** Throws an AppError unless the caller may make the call; `identify` learns first whose session it is. */
export type Guard = (
  request: FastifyRequest,
  call: GuardedCall,
  identify: (actor: KnownActor) => void,
) => Promise<AllowedCaller>

/** A request that rights, a policy or a limit did not allow. */
export type RefusedRequest = {
  readonly actor: KnownActor | undefined
  /** Method and path of the call, and what failed in it where that differs. */
  readonly call: string
  readonly status: number
  readonly ip: string
}

/** Invalid input and a demanded confirmation code are not counted as rejections. */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && [401, 403, 404, 409, 429].includes(error.status) && error.extra.need !== 'confirm'

type Caller = Partial<{ client: CurrentClient; operator: CurrentOperator; stillAllowed: CommitCheck }>

type CallerOf<W extends Who> = W extends 'anyone'
  ? unknown
  : W extends 'client' | 'verified'
    ? { client: CurrentClient }
    : { operator: CurrentOperator }

/** The input of a handler, already validated against the contract. */
export type RequestInput<C extends Call> = CallerOf<C['who']> & {
  readonly params: Params<C>
  readonly query: Query<C>
  readonly body: Body<C>
  readonly images: Images<C>
  readonly csv: C['csv'] extends string ? SentCsv : undefined
  readonly ip: string
  /** Cut to 300 characters. */
  readonly userAgent: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Image = { readonly bytes: Buffer; readonly type: (typeof imageRules.types)[number] }

/** A file to download, written while it is sent. */
export type FileAnswer = {
  readonly name: string
  readonly type: string
  readonly content: Readable
  /** For the progress shown; the file may become shorter or longer. */
  readonly estimatedBytes: number
}

/** A file that is made before it is sent, such as by a thread. */
export const wholeFile = (name: string, type: string, bytes: Uint8Array): FileAnswer => ({
  name,
  type,
  content: Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]),
  estimatedBytes: bytes.length,
})

export type Answer<C extends Call> = C['reply'] extends Schema
  ? Reply<C>
  : C['reply'] extends 'image'
    ? Image
    : C['reply'] extends 'page'
      ? string
      : C['reply'] extends 'file'
        ? FileAnswer
        : void

type Handler<C extends Call> = (given: RequestInput<C>) => Promise<Answer<C>>

export type Mount = <C extends Call>(call: C, handler: Handler<C>) => void

export type MountOptions = {
  readonly guard: Guard
  /** Throws an AppError once the client has made the call too often. */
  readonly limit: (call: Call, clientId: string) => Promise<void>
  /** Throws an AppError if clients may not read one of the texts; `named` may name the client whom they are for. */
  readonly checkTexts: (texts: readonly ClientText[], named: readonly unknown[]) => Promise<void>
  readonly recordRefusal: (refusal: RefusedRequest) => void
  readonly load: Load
  readonly takesWrites: () => boolean
}

/** Turns contract calls into routes below `/api`; `mounted` collects them for the check that none is missing. */
export function createMount(
  app: FastifyInstance,
  { guard, limit, checkTexts, recordRefusal, load, takesWrites }: MountOptions,
  mounted: Set<Call>,
): Mount {
  return (call, handler) => {
    mounted.add(call)
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      ...(call.bodyBytes !== undefined && { bodyLimit: call.bodyBytes }),
      ...(call.always && { config: { always: true } }),
      handler: async (request, reply) => {
        try {
          return await answer(call, handler, request, reply)
        } catch (error) {
          const { actor } = request.trace
          if (isRefusal(error))
            recordRefusal({ actor, call: `${call.method} ${call.path}`, status: error.status, ip: addressOf(request) })
          throw error
        }
      },
    })
  }

  async function answer<C extends Call>(call: C, handler: Handler<C>, request: FastifyRequest, reply: FastifyReply) {
    const identify = (actor: KnownActor) => void (request.trace.actor = actor)
    const name = `${call.method} ${call.path}`
    if (isWrite(call) && !takesWrites()) throw new AppError(commonErrors.notWritable, { retryAfter: 60 })
    const guarded = async () => (isGuarded(call) ? load.during(name, () => guard(request, call, identify)) : {})
    const { stillAllowed, ...caller }: Caller = await guarded()
    const params = checkParams(call, request.params as Record<string, string>)
    // A client's call is always about that client; another id does not exist for them.
    if (caller.client && params['userId'] !== undefined && params['userId'] !== caller.client.id)
      throw new AppError(commonErrors.notFound)
    if (caller.client && call.limit) await limit(call, caller.client.id)
    const ip = addressOf(request)
    const memory = formMemory(caller.client?.id ?? caller.operator?.id ?? '', ip)
    try {
      const form = call.images && (await readImages(request, call, memory))
      const body = call.body && check(call.body, form?.texts ?? request.body ?? {})
      const texts = call.body ? clientTextsOf(call.body, body) : []
      if (texts.length > 0) await checkTexts(texts, [...Object.values(params), ...Object.values(body ?? {})])
      const given = {
        ...caller,
        params,
        query: call.query && check(call.query, request.query),
        body,
        images: form?.images,
        csv: call.csv === undefined ? undefined : await readCsv(request, call, memory),
        ip,
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
        request,
        reply,
      }
      // Reading a form may take minutes.
      if (call.images || call.csv) await guarded()
      const handle = () => handler(given as unknown as Parameters<typeof handler>[0])
      const checked = () => (stillAllowed ? withCommitCheck(stillAllowed, handle) : handle())
      const work = () => (call.csv === undefined ? checked() : withLongStatements(checked))
      const counted = () => (call.always ? work() : load.during(name, work, isJustGuarded(call)))
      const result = await (caller.client ? load.inTurn(turnOf(caller.client), counted) : counted())
      return send(call, result, reply)
    } finally {
      memory.release()
    }
  }
}

const isGuarded = (call: Call): call is GuardedCall => call.who !== 'anyone'

/** A client never waits for an operator who views the account. */
const turnOf = ({ id, sessionId, isViewed }: CurrentClient): string => (isViewed ? sessionId : id)

/** Rejecting such a call now would waste what its guard did. */
const isJustGuarded = ({ who, images, csv }: Call): boolean => who !== 'anyone' && !images && csv === undefined

const isWrite = ({ method, whenFull }: Call): boolean => method !== 'GET' && !whenFull

/** An id is a UUID, and a word has no control characters; anything else is not found. */
function checkParams(call: Call, params: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(params)) {
    const allowed = call.words && name in call.words ? call.words[name] : null
    const isValid = allowed === null ? isId(value) : (allowed?.includes(value) ?? !/\p{Cc}/u.test(value))
    if (!isValid) throw new AppError(commonErrors.notFound)
  }
  return params
}

/** The first error becomes the message. */
function check(schema: Schema, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const message =
    issue === undefined || issue.message.startsWith('Invalid input')
      ? `Please check ${issue?.path.join('.') || 'the request'} and try again`
      : issue.message
  throw new AppError({ status: 400, message })
}

/** No script, no request and no access to our origin, also when the page is opened directly; its links open a new tab. */
const pagePolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

function send(call: Call, answer: unknown, reply: FastifyReply) {
  if (call.reply === 'events') return reply
  if (call.reply === 'file') {
    const { name, type, content, estimatedBytes } = answer as FileAnswer
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header(fileHeaders.estimatedBytes, estimatedBytes)
      .send(content)
  }
  if (call.reply === 'image') {
    const { bytes, type } = answer as Image
    // Displayed as an image, never as a page.
    return reply
      .type(type)
      .header('content-disposition', 'inline; filename="image"')
      .header('content-security-policy', filePolicy)
      .send(bytes)
  }
  if (call.reply === 'page')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(answer)
  // Parsing drops whatever the contract does not name, so that no column leaks by accident.
  return reply.send(call.reply.parse(answer))
}
