import { roles, type Role } from '@sauda/contract/broker/operator'
import type { Sql } from '../../src/platform/db.ts'
import { openCallers, type CallerSession, type Kind } from './callers.ts'
import { difference, operationsOf, type ApiDocument, type Operation } from './operations.ts'
import { requestOf, type Request } from './requests.ts'
import { memoryOf, randomOf, type Random } from './values.ts'

type Reply = { readonly status: number; readonly type: string; readonly body: unknown }

export type Finding = {
  readonly call: string
  readonly difference: string
  readonly path: string
  readonly caller: string
  readonly sent: string
  readonly answered: string
}

export type FuzzReport = {
  readonly requests: number
  readonly byStatus: Readonly<Record<string, number>>
  /** Calls that were never answered with 200. */
  readonly neverSucceeded: readonly string[]
  readonly findings: readonly Finding[]
}

type FuzzOptions = {
  readonly url: string
  /** The database as its owner, to open sessions. */
  readonly db: Sql
  readonly requests: number
  readonly seed: number
  /** Requests in progress at once; more than one makes the order of their effects arbitrary. */
  readonly atOnce: number
  readonly onProgress?: (done: number) => void
}

/** These hash a password at every request, so they are sent less often. */
const slow =
  /\.(?:register|login|resetPassword|changePassword|totpStart|totpConfirm|totpRemove|passkeyStart|passkeyRemove)$/
const rolesWith = (right: string): Role[] =>
  (Object.keys(roles) as Role[]).filter(
    (role) => right === 'operator' || (roles[role] as readonly string[]).includes(right),
  )
const clientKinds: [Kind, ...Kind[]] = ['client', 'verified', 'verified']

/** Sends generated requests to a started server and compares every answer with the OpenAPI document. */
export async function fuzz({ url, db, requests, seed, atOnce, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const random = randomOf(seed)
  const memory = memoryOf(random)
  const callers = await openCallers(db, random)
  const operations = operationsOf((await (await fetch(`${url}/api/openapi.json`)).json()) as ApiDocument)
  const next = inTurn(operations, random)
  const byStatus: Record<string, number> = {}
  const succeeded = new Set<string>()
  const findings: Finding[] = []
  let [sent, done] = [0, 0]

  const learnCallers = () => {
    for (const kind of clientKinds) memory.learn('desk', 'client', { clientId: callers.of(kind).id })
  }
  const one = async (): Promise<void> => {
    const operation = next()
    const caller = callerFor(operation, callers, random)
    const request = await requestOf(operation, caller, { random, memory, owner: ownerOf(caller) })
    const answer = await send(url, operation, request)
    const different = difference(operation, answer)
    if (different !== undefined) findings.push(finding(operation, caller, request, answer, different))
    byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
    if (answer.status === 200) succeeded.add(operation.name)
    if (answer.status === 200) memory.learn(ownerOf(caller), operation.feature, answer.body)
    if (done % 50 === 0) learnCallers()
    if (answer.status === 401 && caller !== undefined) await callers.replace(caller)
    done += 1
    onProgress?.(done)
  }
  const worker = async (): Promise<void> => {
    while (sent < requests) {
      sent += 1
      await one()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const neverSucceeded = operations.map(({ name }) => name).filter((name) => !succeeded.has(name))
  return { requests: done, byStatus, neverSucceeded, findings }
}

/** Each operation once in random order, again and again; slow ones only in every tenth round. */
function inTurn(operations: readonly Operation[], random: Random): () => Operation {
  let waiting: Operation[] = []
  let round = 0
  return () => {
    if (waiting.length === 0) {
      waiting = operations.filter(({ name }) => round % 10 === 0 || !slow.test(name))
      round += 1
    }
    const [chosen] = waiting.splice(random.below(waiting.length), 1)
    if (!chosen) throw new Error('the document has no operations')
    return chosen
  }
}

/** Operators share what they see. */
const ownerOf = (caller: CallerSession | undefined): string =>
  caller && (caller.kind === 'client' || caller.kind === 'verified') ? caller.id : 'desk'

type Callers = Awaited<ReturnType<typeof openCallers>>

/** Mostly one who may call; sometimes another one, or a visitor. */
function callerFor({ who }: Operation, { kinds, of }: Callers, { chance, pick }: Random): CallerSession | undefined {
  if (chance(5)) return undefined
  if (chance(10)) return of(pick(kinds as [Kind, ...Kind[]]))
  if (who === 'anyone') return undefined
  if (who === 'verified') return of('verified')
  if (who === 'client') return of(pick(clientKinds))
  return of(pick(rolesWith(who) as [Role, ...Role[]]))
}

async function send(url: string, { method }: Operation, { headers, path, body }: Request): Promise<Reply> {
  const response = await fetch(`${url}/api${path}`, { method, headers, ...(body !== undefined && { body }) })
  const type = response.headers.get('content-type') ?? ''
  // A stream of events does not end.
  if (type.startsWith('text/event-stream')) await response.body?.cancel()
  const isJson = type.startsWith('application/json')
  const text = response.bodyUsed ? '' : await response.text()
  return { status: response.status, type, body: isJson ? JSON.parse(text) : text }
}

const finding = (
  operation: Operation,
  caller: CallerSession | undefined,
  request: Request,
  answer: Reply,
  what: string,
): Finding => ({
  call: operation.name,
  difference: what,
  path: request.path.slice(0, 200),
  caller: caller?.kind ?? 'nobody',
  sent: typeof request.body === 'string' ? request.body.slice(0, 400) : '',
  answered: JSON.stringify(answer.body).slice(0, 400),
})
