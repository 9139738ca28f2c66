import type * as z from 'zod/mini'
import type { ErrorDefinition } from './error.ts'

/** The rights of operators. Roles are sets of rights; calls check rights only. */
export const rights = [
  'kyc.review',
  'wallet.approve',
  'wallet.pay',
  'loan.offer',
  'trade.book',
  'exchange.import',
  'price.import',
  'settlement.manage',
  'charge.raise',
  'charge.approve',
  'client.read',
  'client.write',
  'client.freeze',
  'client.view',
  'complaint.handle',
  'content.edit',
  'ledger.read',
  'ledger.adjust',
  'audit.read',
  'operator.manage',
] as const
export type Right = (typeof rights)[number]

/** Who may call; `verified` is a client whose documents are verified. */
export type Who = 'anyone' | 'client' | 'verified' | 'operator' | Right

export const topics = [
  'profile',
  'kyc',
  'bank',
  'session',
  'wallet',
  'loan',
  'charge',
  'trade',
  'market',
  'ledger',
  'setting',
  'complaint',
  'privacy',
  'notification',
  'content',
  'broker-bank',
  'payout',
  'reconciliation',
  'queue',
  'proposal',
  'client',
  'closure',
  'mail',
  'operator',
] as const
export type Topic = (typeof topics)[number]

/** A topic whose notices outdate a reply; `client/:clientId`: only those about the client named by the call's parameter. */
export type Read = Topic | `${Topic}/:${string}`

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The parameters of a path: `/user/profile/:userId` → `userId`. */
export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Schema = z.ZodMiniType

/** Headers of a reply of kind `file`. */
export const fileHeaders = { estimatedBytes: 'x-estimated-bytes' } as const

/** Limit for changes of settings and bank details by one client. */
export const changeLimit = { most: 30, seconds: 3600 } as const

/** One call of the API, for browsers, server and documentation. */
export type Call = {
  readonly method: Method
  /** Below `/api`. Path parameters are ids (UUIDs) unless listed in `words`. */
  readonly path: string
  readonly who: Who
  /** Operators with this right may call it too. */
  readonly alsoFor?: Right
  /** One sentence for the API documentation. */
  readonly does: string
  /** What the reply is about; a call with it changes nothing. */
  readonly reads?: readonly Read[]
  /** Path parameters that are not ids, with their allowed values (undefined: any text). */
  readonly words?: Readonly<Record<string, readonly string[] | undefined>>
  readonly query?: Schema
  readonly body?: Schema
  /** Largest body, if larger than the usual limit. */
  readonly bodyBytes?: number
  /** Multipart image fields. */
  readonly images?: Readonly<Record<string, 'required' | 'optional'>>
  /** The multipart field that contains a CSV file. */
  readonly csv?: string
  /** Largest file, if larger than the usual limit; it is compressed on arrival. */
  readonly csvBytes?: number
  /** For a call for verified clients: it also serves a client whose verification was revoked. */
  readonly whenRevoked?: true
  /** How often a client may call it; then 429. */
  readonly limit?: { readonly most: number; readonly seconds: number }
  /** A page is HTML for a frame, without scripts. */
  readonly reply: Schema | 'image' | 'page' | 'events' | 'file'
  readonly errors?: readonly ErrorDefinition[]
  /** Answered however busy the server is, and counted by no limit. */
  readonly always?: true
  /** Also taken while the disk is almost full. */
  readonly whenFull?: true
  /** Statuses besides 200 that have the same reply. */
  readonly alsoStatus?: readonly number[]
}

/** `call('GET /user/charges', 'client', …)`; the literal types tell a handler its params, body and reply. */
export function call<
  M extends Method,
  Path extends string,
  W extends Who,
  const D extends Omit<Call, 'method' | 'path' | 'who'>,
>(route: `${M} ${Path}`, who: W, definition: D) {
  const [method, path] = route.split(' ') as [M, Path]
  return { method, path, who, ...definition }
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type Params<C extends Call> = Record<ParamName<C['path']>, string>
export type Query<C extends Call> = Out<C['query']>
export type Body<C extends Call> = Out<C['body']>
export type Reply<C extends Call> = Out<C['reply']>

export type CallInput<C extends Call> = ([ParamName<C['path']>] extends [never] ? unknown : { params: Params<C> }) &
  (C['query'] extends Schema ? { query?: In<C['query']> } : unknown) &
  (C['body'] extends Schema ? { body: In<C['body']> } : unknown) &
  (C['images'] extends object ? { images: Partial<Record<keyof C['images'], Blob>> } : unknown) &
  (C['csv'] extends string ? { csv: File } : unknown)

/** `/user/profile/:userId` with its parameters filled in. */
export function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
