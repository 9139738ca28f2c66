import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { marketRules } from '@sauda/contract/trading/market'
import type { FastifyReply } from 'fastify'
import type { Board } from './board.ts'
import { createStreams, type Group, type PriceStream } from './streams.ts'

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
