import type { Call, CallInput, Reply, Schema, Topic } from '@sauda/contract/platform/call'
import { tradeCalls } from '@sauda/contract/trading/trade'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { callHooks, type CallOptions, type Reading, refreshOutdated } from '@sauda/web/calls'
import { createQueryClient } from '@sauda/web/query-client'
import { useState, type ReactNode } from 'react'
import { standard } from './api.ts'
import { useSession } from './session.ts'

/** Each session starts with an empty cache. */
export function Queries({ children }: { children: ReactNode }) {
  const { token } = useSession()
  return <Fresh key={token}>{children}</Fresh>
}

function Fresh({ children }: { children: ReactNode }) {
  const [client] = useState(() => createQueryClient(30_000))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Refetches what a change of this topic outdates. */
export function useRefetch() {
  const queries = useQueryClient()
  return (topic: Topic) => refreshOutdated(queries, { topic })
}

/** Refetches also after a failed request, because it may have arrived; only a success waits for it. */
export function useRefetchAfter(topic: Topic) {
  const refetch = useRefetch()
  return async <Response,>(response: Promise<Response>): Promise<Response> => {
    try {
      const result = await response
      await refetch(topic)
      return result
    } catch (error) {
      void refetch(topic)
      throw error
    }
  }
}

/** Section 8 names the reads whose failure is only logged or has a sentence of its own; this one is not among them. */
const hasToast = (call: Call): boolean => call === tradeCalls.portfolio

const { callQuery, useCall, usePages } = callHooks((call, input, signal) =>
  standard.send(call, input, { signal, toast: hasToast(call) }),
)

export { callQuery }

type ClientInput = {
  /** Besides `userId`. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
}

/** Names the client in a call's path; without a session there is no request (section 6). */
function useOwn<C extends Call>(call: C, { params, query }: ClientInput) {
  const { token, userId } = useSession()
  const own = call.path.includes(':userId') && { userId: userId ?? '' }
  const input = { ...((params || own) && { params: { ...params, ...own } }), ...(query && { query }) }
  return { input: input as unknown as CallInput<C>, enabled: token !== null && (userId !== null || !own) }
}

/** Reads the logged-in client's own data. */
export function useClientQuery<C extends Reading, Data = Reply<C>>(
  call: C,
  given: ClientInput = {},
  options: CallOptions<C, Data> = {},
) {
  const { input, enabled } = useOwn(call, given)
  return useCall<C, Data>(call, input, { ...options, enabled: enabled && options.enabled !== false })
}

/** The same in pages, each older than the last. `nextOf`: the id before which the next page starts. */
export function useClientPages<C extends Reading & { query: Schema }, Page = Reply<C>>(
  call: C,
  query: ClientInput['query'],
  nextOf: (last: Page, pages: Page[]) => string | undefined,
  parse?: (reply: Reply<C>) => Page,
) {
  const { input, enabled } = useOwn(call, query ? { query } : {})
  return usePages<C, Page>(call, input, { nextOf, enabled, ...(parse && { parse }) })
}
