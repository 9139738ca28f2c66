import { isOutdated, type Notice } from '@sauda/contract/core/notice'
import type { Call, CallInput, Read, Reply, Schema } from '@sauda/contract/platform/call'
import { keepPreviousData, type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { RequestInput } from './http.ts'
import { invalidate } from './query-client.ts'

/** A call that changes nothing. */
export type Reading = Call & { readonly reads: readonly Read[] }

export type CallOptions<C extends Call, Data> = {
  readonly select?: (reply: Reply<C>) => Data
  readonly enabled?: boolean
  readonly staleTime?: number
  /** Shows the reply to the input before until this one has its own. */
  readonly keep?: boolean
}

type Paging<C extends Call, Page> = {
  /** The part of the query that names the end of the last page. */
  readonly by?: 'before' | 'after'
  readonly nextOf: (last: Page, pages: Page[]) => string | undefined
  readonly first?: string | undefined
  readonly enabled?: boolean
  /** The rows of the last search stay until the next have loaded. */
  readonly keep?: boolean
  readonly parse?: (reply: Reply<C>) => Page
}

const keyOf = ({ method, path }: Call, input: object) => [`${method} ${path}`, input] as const
const metaOf = ({ reads }: Reading, input: object) => ({ reads, params: (input as RequestInput).params })

/** The hooks that read through one application's client. The key of a query is its call and what is given to it. */
export function callHooks(
  send: <C extends Call>(call: C, input: CallInput<C>, signal: AbortSignal) => Promise<Reply<C>>,
) {
  const callQuery = <C extends Reading>(call: C, input: CallInput<C>) =>
    queryOptions({
      queryKey: keyOf(call, input as object),
      queryFn: ({ signal }) => send(call, input, signal),
      meta: metaOf(call, input as object),
    })

  const useCall = <C extends Reading, Data = Reply<C>>(
    call: C,
    input: CallInput<C>,
    { keep, ...options }: CallOptions<C, Data> = {},
  ) => {
    const { queryKey, queryFn, meta } = callQuery(call, input)
    return useQuery<Reply<C>, Error, Data, ReturnType<typeof keyOf>>({
      queryKey,
      queryFn,
      meta,
      ...(keep && { placeholderData: keepPreviousData }),
      ...options,
    })
  }

  /** A call that is loaded page by page. */
  const usePages = <C extends Reading & { query: Schema }, Page = Reply<C>>(
    call: C,
    input: CallInput<C>,
    { by = 'before', nextOf, first, enabled = true, keep = false, parse = (reply) => reply as Page }: Paging<C, Page>,
  ) =>
    useInfiniteQuery({
      queryKey: [...keyOf(call, input as object), by, first],
      queryFn: async ({ pageParam, signal }): Promise<Page> => {
        const { query, ...rest } = input as RequestInput
        const page = { ...rest, query: { ...query, [by]: pageParam } }
        return parse(await send(call, page as unknown as CallInput<C>, signal))
      },
      initialPageParam: first,
      getNextPageParam: nextOf,
      enabled,
      meta: metaOf(call, input as object),
      ...(keep && { placeholderData: keepPreviousData }),
    })

  return { callQuery, useCall, usePages }
}

/** Refetches what is on the screen and outdated by a notice, or by a change that notices of this topic name. */
export const refreshOutdated = (client: QueryClient, notice: Notice): Promise<void> =>
  invalidate(client, {
    predicate: ({ meta }) => {
      const { reads, params } = (meta ?? {}) as Partial<ReturnType<typeof metaOf>>
      return reads !== undefined && isOutdated(notice, reads, params)
    },
  })
