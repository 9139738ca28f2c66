import type { Body, Call, Params, Query, Reply, Right, Schema, Who } from '@sauda/contract/call'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withCommitCheck, type CommitCheck } from './db.ts'
import { addressOf } from './http.ts'
import { formMemory, readCsv, readImages, type Images, type SentCsv } from './upload.ts'

export type CurrentClient = { readonly id: string; readonly name: string; readonly sessionId: string }
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

export type KnownActor = { readonly kind: 'client' | 'operator'; readonly id: string; readonly name: string }

/** Throws an AppError if `who` may not call; `identify` learns first whose session it is. */
export type Guard = (
  request: FastifyRequest,
  who: Exclude<Who, 'anyone'>,
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

/** Input that cannot be read or is not valid is no refusal, nor is a question for a confirmation code. */
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

export type Image = { readonly bytes: Buffer; readonly type: 'image/jpeg' | 'image/png' | 'image/webp' }

export type Answer<C extends Call> = C['reply'] extends Schema ? Reply<C> : C['reply'] extends 'image' ? Image : void

type Handler<C extends Call> = (given: RequestInput<C>) => Promise<Answer<C>>

export type Mount = <C extends Call>(call: C, handler: Handler<C>) => void

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export type MountOptions = {
  readonly guard: Guard
  /** Throws an AppError once the client has made the call too often. */
  readonly limit: (call: Call, clientId: string) => Promise<void>
  readonly recordRefusal: (refusal: RefusedRequest) => void
}

/** Turns contract calls into routes below `/api`; `mounted` collects them for the check that none is missing. */
export function createMount(
  app: FastifyInstance,
  { guard, limit, recordRefusal }: MountOptions,
  mounted: Set<Call>,
): Mount {
  return (call, handler) => {
    mounted.add(call)
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      ...(call.bodyBytes !== undefined && { bodyLimit: call.bodyBytes }),
      handler: async (request, reply) => {
        let actor: KnownActor | undefined
        try {
          return await answer(call, handler, request, reply, (known) => (actor = known))
        } catch (error) {
          if (isRefusal(error))
            recordRefusal({ actor, call: `${call.method} ${call.path}`, status: error.status, ip: addressOf(request) })
          throw error
        }
      },
    })
  }

  async function answer<C extends Call>(
    call: C,
    handler: Handler<C>,
    request: FastifyRequest,
    reply: FastifyReply,
    identify: (actor: KnownActor) => void,
  ) {
    const guarded = async (who: Who) => (who === 'anyone' ? {} : guard(request, who, identify))
    const { stillAllowed, ...caller }: Caller = await guarded(call.who)
    const params = checkParams(call, request.params as Record<string, string>)
    // A client's call is always about that client; another id does not exist for them.
    if (caller.client && params['userId'] !== undefined && params['userId'] !== caller.client.id)
      throw new AppError(commonErrors.notFound)
    if (caller.client && call.limit) await limit(call, caller.client.id)
    const ip = addressOf(request)
    const memory = formMemory(caller.client?.id ?? caller.operator?.id ?? '', ip)
    try {
      const given = {
        ...caller,
        params,
        query: call.query && check(call.query, request.query),
        body: call.body && check(call.body, request.body ?? {}),
        images: call.images && (await readImages(request, call.images, memory)),
        csv: call.csv === undefined ? undefined : await readCsv(request, call.csv, memory),
        ip,
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
        request,
        reply,
      }
      // Reading a form may take minutes.
      if (call.images || call.csv) await guarded(call.who)
      const handle = () => handler(given as unknown as Parameters<typeof handler>[0])
      const result = await (stillAllowed ? withCommitCheck(stillAllowed, handle) : handle())
      return send(call, result, reply)
    } finally {
      memory.release()
    }
  }
}

/** Ids are UUIDs: anything else is an unknown id. */
function checkParams(call: Call, params: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(params)) {
    const allowed = call.words && name in call.words ? call.words[name] : null
    const isValid = allowed === null ? uuid.test(value) : allowed === undefined || allowed.includes(value)
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

function send(call: Call, answer: unknown, reply: FastifyReply) {
  if (call.reply === 'events') return reply
  if (call.reply === 'image') {
    const { bytes, type } = answer as Image
    // Displayed as an image, never as a page.
    return reply
      .type(type)
      .header('content-disposition', 'inline; filename="image"')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(bytes)
  }
  // Parsing drops whatever the contract does not name, so that no column leaks by accident.
  return reply.send(call.reply.parse(answer))
}
