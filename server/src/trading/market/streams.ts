import { marketRules } from '@sauda/contract/trading/market'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { FastifyReply } from 'fastify'
import { openEventStream, type EventStream } from '../../platform/event-stream.ts'

/** Streams of the same symbols, which share the same bytes. */
export type Group = { readonly symbols: readonly string[]; readonly streams: Set<PriceStream> }

export type PriceStream = EventStream & {
  readonly sessionId: string
  /** The client or operator. */
  readonly ownerId: string
  readonly group: Group
  /** The last change of the board sent; a slow browser therefore needs no queue. */
  seq: number
  behindSince: number | undefined
}

type StreamInput = Pick<PriceStream, 'sessionId' | 'ownerId' | 'seq'> & { readonly symbols: readonly string[] }

const retryAfter = 10

type Sets = Map<string, Set<PriceStream>>

const add = (sets: Sets, key: string, stream: PriceStream) => sets.set(key, (sets.get(key) ?? new Set()).add(stream))

function drop(sets: Sets, key: string, stream: PriceStream): void {
  const set = sets.get(key)
  set?.delete(stream)
  if (set?.size === 0) sets.delete(key)
}

export function createStreams() {
  const groups = new Map<string, Group>()
  const sessions: Sets = new Map()
  const owners: Sets = new Map()
  let count = 0
  let closed = false

  function open(reply: FastifyReply, { sessionId, ownerId, symbols, seq }: StreamInput): PriceStream {
    if (closed || count >= marketRules.streamsPerProcess) throw new AppError(commonErrors.busy, { retryAfter })
    endOldest(sessions.get(sessionId), marketRules.streamsPerSession)
    endOldest(owners.get(ownerId), marketRules.streamsPerOwner)
    const group = groupOf(symbols)
    const events = openEventStream(reply, () => remove(stream))
    const stream: PriceStream = { ...events, sessionId, ownerId, group, seq, behindSince: undefined }
    add(owners, ownerId, stream)
    add(sessions, sessionId, stream)
    group.streams.add(stream)
    count += 1
    return stream
  }

  function endOldest(streams: ReadonlySet<PriceStream> | undefined, most: number): void {
    const [oldest] = streams ?? []
    if (streams !== undefined && streams.size >= most && oldest) end(oldest)
  }

  function groupOf(symbols: readonly string[]): Group {
    const sorted = symbols.toSorted()
    const key = sorted.join(',')
    const group = groups.get(key) ?? { symbols: sorted, streams: new Set() }
    groups.set(key, group)
    return group
  }

  function remove(stream: PriceStream): void {
    const { group, sessionId, ownerId } = stream
    if (!group.streams.delete(stream)) return
    count -= 1
    if (group.streams.size === 0) groups.delete(group.symbols.join(','))
    drop(sessions, sessionId, stream)
    drop(owners, ownerId, stream)
  }

  function end(stream: PriceStream): void {
    remove(stream)
    if (stream.unread() > 0) stream.disconnect()
    else stream.end()
  }

  return {
    open,
    end,
    groups: () => groups.values(),
    count: () => count,
    sessions: () => [...sessions.keys()],
    endSession: (id: string) => sessions.get(id)?.forEach(end),
    close(): void {
      closed = true
      for (const ofSession of sessions.values()) ofSession.forEach(end)
    },
  }
}
