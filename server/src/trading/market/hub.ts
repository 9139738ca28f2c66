import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { marketRules } from '@sauda/contract/trading/market'
import type { FastifyReply } from 'fastify'
import type { Board } from './board.ts'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import { openEventStream, type EventStream } from '../../platform/event-stream.ts'

/** Streams written to before yielding to the event loop. */
const batchSize = 500

export function createHub(board: Board, findActiveSessions: (sessionIds: string[]) => Promise<ReadonlySet<string>>) {
  const streams = createStreams()

  function open(
    reply: FastifyReply,
    by: { readonly sessionId: string; readonly ownerId?: string },
    symbols: readonly string[],
  ): void {
    const stream = streams.open(reply, {
      sessionId: by.sessionId,
      ownerId: by.ownerId ?? by.sessionId,
      symbols,
      seq: board.seq(),
    })
    const prices = pricesSince(board, stream.group, 0)
    stream.write(Buffer.concat(prices ? [clockNow(board), prices] : [clockNow(board)]))
  }

  /** Calls `write` for every stream, yielding after each batch for which it returned true. */
  async function each(write: (stream: PriceStream) => boolean, next?: (group: Group) => void): Promise<void> {
    let written = 0
    for (const group of streams.groups()) {
      next?.(group)
      for (const stream of group.streams) {
        if (!write(stream)) continue
        written += 1
        if (written % batchSize === 0) await yieldToOthers()
      }
    }
  }

  /** Sends every stream the latest price of each symbol that changed since its last write. */
  async function flush(): Promise<void> {
    // Streams of a group with the same last write share the same bytes.
    const updates = new Map<number, Update>()
    const write = (stream: PriceStream): boolean => {
      if (stream.seq === board.seq() || !isReady(stream, streams.end)) return false
      const { bytes, upTo } = updates.get(stream.seq) ?? updateSince(board, stream.group, stream.seq)
      updates.set(stream.seq, { bytes, upTo })
      stream.seq = upTo
      if (bytes) stream.write(bytes)
      return bytes !== undefined
    }
    await each(write, () => updates.clear())
  }

  async function sendClock(): Promise<void> {
    const clock = clockNow(board)
    await each((stream) => {
      if (isReady(stream, streams.end)) stream.write(clock)
      return true
    })
  }

  async function endExpired(): Promise<void> {
    const sessionIds = streams.sessions()
    if (sessionIds.length === 0) return
    const active = await findActiveSessions(sessionIds)
    for (const id of sessionIds) if (!active.has(id)) streams.endSession(id)
  }

  const { count, endSession } = streams
  return { open, flush, sendClock, endExpired, endSession, count, close: () => streams.close() }
}

/** False while the browser has unread data; disconnects one that reads nothing for too long. */
function isReady(stream: PriceStream, end: (stream: PriceStream) => void): boolean {
  if (stream.unread() === 0) {
    stream.behindSince = undefined
    return true
  }
  stream.behindSince ??= Date.now()
  if (Date.now() - stream.behindSince > marketRules.unreadSeconds * 1000) end(stream)
  return false
}

type Update = { readonly bytes: Buffer | undefined; readonly upTo: number }

const updateSince = (board: Board, group: Group, seq: number): Update => ({
  bytes: pricesSince(board, group, seq),
  upTo: board.seq(),
})

function pricesSince(board: Board, { symbols }: Group, seq: number): Buffer | undefined {
  const changed = symbols.flatMap((symbol) => {
    const entry = board.entry(symbol)
    return entry && entry.seq > seq ? [entry.json] : []
  })
  return changed.length === 0 ? undefined : Buffer.from(`event: price\ndata: [${changed.join(',')}]\n\n`)
}

const clockNow = (board: Board): Buffer => Buffer.from(`event: clock\ndata: ${JSON.stringify(board.clock())}\n\n`)

/** Streams of the same symbols, which share the same bytes. */
type Group = { readonly symbols: readonly string[]; readonly streams: Set<PriceStream> }

type PriceStream = EventStream & {
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

function createStreams() {
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
