import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export type KnownActor = { readonly kind: 'client' | 'operator'; readonly id: string; readonly name: string }

/** The fields in each log line of a request. */
export type Trace = {
  readonly requestId: string
  /** Identifies the whole chain of calls, from `traceparent` where the caller sent one (W3C Trace Context). */
  readonly traceId: string
  /** Identifies this request within the trace. */
  readonly spanId: string
  readonly flags: string
  /** Once the session is known. */
  actor?: KnownActor
}

const trace = new AsyncLocalStorage<Trace>()

const parent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(?:$|-)/

/** Continues the caller's trace, or begins one. */
export function beginTrace(requestId: string, traceparent: string | string[] | undefined): Trace {
  const [, given, flags = '00'] = typeof traceparent === 'string' ? (parent.exec(traceparent) ?? []) : []
  return {
    requestId,
    traceId: given ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    flags: given === undefined ? '00' : flags,
  }
}

export const withTrace = (of: Trace, work: () => void): void => trace.run(of, work)

/** Undefined outside a request, and until its session is known. */
export const currentActor = (): KnownActor | undefined => trace.getStore()?.actor

/** Empty outside a request. */
export function traceFields(): { requestId?: string; traceId?: string; actorId?: string } {
  const now = trace.getStore()
  return now ? fieldsOf(now) : {}
}

export const fieldsOf = ({ requestId, traceId, actor }: Trace) => ({
  requestId,
  traceId,
  ...(actor && { actorId: actor.id }),
})

/** For a call to another server, made for the current request. */
export function traceparent(): string | undefined {
  const now = trace.getStore()
  return now && `00-${now.traceId}-${now.spanId}-${now.flags}`
}
