import { marketRules } from '@sauda/contract/market'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { FastifyReply } from 'fastify'
import { openEventStream, type EventStream } from '../platform/event-stream.ts'

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

export function createStreams() {
  const groups = new Map<string, Group>()
  const sessions = new Map<string, Set<PriceStream>>()
  const owners = new Map<string, Set<PriceStream>>()
  let count = 0
  let closed = false

  function open(reply: FastifyReply, { sessionId, ownerId, symbols, seq }: StreamInput): PriceStream {
    if (closed || count >= marketRules.streamsPerProcess) throw new AppError(commonErrors.busy, { retryAfter })
    endOldest(sessions.get(sessionId), marketRules.streamsPerSession)
    endOldest(owners.get(ownerId), marketRules.streamsPerOwner)
    const group = groupOf(symbols)
    const events = openEventStream(reply, () => remove(stream))
    const stream: PriceStream = { ...events, sessionId, ownerId, group, seq, behindSince: undefined }
    owners.set(ownerId, (owners.get(ownerId) ?? new Set()).add(stream))
    sessions.set(sessionId, (sessions.get(sessionId) ?? new Set()).add(stream))
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
    const ofSession = sessions.get(sessionId)
    ofSession?.delete(stream)
    if (ofSession?.size === 0) sessions.delete(sessionId)
    const ofOwner = owners.get(ownerId)
    ofOwner?.delete(stream)
    if (ofOwner?.size === 0) owners.delete(ownerId)
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
