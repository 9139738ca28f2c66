import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { marketRules } from '@sauda/contract/market'
import type { FastifyReply } from 'fastify'
import type { Board } from './board.ts'
import { createStreams } from './streams.ts'
import type { Group, PriceStream } from './streams.ts'

/** Writes in a row before other work of the process gets its turn. */
const batchSize = 500

/** Sends the prices on the board to the price streams of this process. */
export function createHub(board: Board, findActiveSessions: (sessionIds: string[]) => Promise<ReadonlySet<string>>) {
  const streams = createStreams()

  function open(reply: FastifyReply, sessionId: string, symbols: readonly string[]): void {
    const stream = streams.open(reply, { sessionId, symbols, seq: board.seq() })
    const prices = pricesSince(board, stream.group, 0)
    stream.write(Buffer.concat(prices ? [clockNow(board), prices] : [clockNow(board)]))
  }

  /** False while a browser has not read the previous bytes; one that reads nothing for long is disconnected. */
  function isReady(stream: PriceStream): boolean {
    if (stream.unread() === 0) {
      stream.behindSince = undefined
      return true
    }
    stream.behindSince ??= Date.now()
    if (Date.now() - stream.behindSince > marketRules.unreadSeconds * 1000) streams.end(stream)
    return false
  }

  /** Calls `write` for every stream of every group, with a pause after each batch of those it returned true for. */
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

  /** Writes to every stream the newest price of each symbol that changed since the last write. */
  async function flush(): Promise<void> {
    // Browsers that are up to date were last written to at the same time, so those of a group share the same bytes.
    const updates = new Map<number, Update>()
    const write = (stream: PriceStream): boolean => {
      if (stream.seq === board.seq() || !isReady(stream)) return false
      const { bytes, upTo } = updates.get(stream.seq) ?? updateSince(board, stream.group, stream.seq)
      updates.set(stream.seq, { bytes, upTo })
      stream.seq = upTo
      if (bytes) stream.write(bytes)
      return bytes !== undefined
    }
    await each(write, () => updates.clear())
  }

  /** Sends every browser the server's time and the state of the feed. */
  async function sendClock(): Promise<void> {
    const clock = clockNow(board)
    await each((stream) => {
      if (isReady(stream)) stream.write(clock)
      return true
    })
  }

  /** Ends the streams whose sessions have ended, with one query for all of them. */
  async function endExpired(): Promise<void> {
    const sessionIds = streams.sessions()
    if (sessionIds.length === 0) return
    const active = await findActiveSessions(sessionIds)
    for (const id of sessionIds) if (!active.has(id)) streams.endSession(id)
  }

  return { open, flush, sendClock, endExpired, count: streams.count, close: () => streams.close() }
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
