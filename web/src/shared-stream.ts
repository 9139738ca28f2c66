import { createParser, type EventSourceMessage } from 'eventsource-parser'

export interface SharedStreamOptions extends Omit<EventStreamOptions, 'path' | 'onEvent' | 'onLive'> {
  /** Tabs that give the same name share one stream. */
  readonly name: string
  /** The topics this tab needs from the stream, such as symbols; every tab receives the events of all. */
  readonly topics?: readonly string[]
  /** More topics than this do not fit in one stream; all tabs poll instead. */
  readonly mostTopics?: number
  /** Below `/api`, for the topics of all tabs together. */
  readonly path: (topics: readonly string[]) => string
  /** Called in every tab. */
  readonly onEvent: (event: StreamEvent) => void
  /** Called in every tab: whether the stream is open. */
  readonly onLive?: (isLive: boolean) => void
  /** Called in the tab that reads the stream: the server no longer knows the session. */
  readonly onRejected: () => void
}

export interface StreamEvent {
  readonly event?: string | undefined
  readonly data: string
}

type Message =
  | { kind: 'event'; event: StreamEvent }
  | { kind: 'poll' }
  | { kind: 'live'; isLive: boolean }
  | { kind: 'topics'; tab: string; topics: readonly string[]; isNew?: boolean }

/**
 * Follows one event stream for all tabs of the browser, because over HTTP/1.1 a browser opens six connections to a server
 * and every stream takes one. The tab that gets the lock reads the stream and passes its events on. The stream closes with
 * its page, also when the browser stores the page for its Back button. Returns the function that stops.
 */
export function shareStream(options: SharedStreamOptions): () => void {
  const listening = new AbortController()
  let open = new AbortController()
  const leave = () => open.abort()
  const rejoin = () => {
    if (!open.signal.aborted) return
    open = new AbortController()
    options.onPoll()
    join(options, open.signal)
  }
  window.addEventListener('pagehide', leave, listening)
  window.addEventListener('pageshow', rejoin, listening)
  // A frozen tab with the lock would leave the other tabs without events.
  document.addEventListener('freeze', leave, listening)
  document.addEventListener('resume', rejoin, listening)
  join(options, open.signal)
  return () => {
    listening.abort()
    leave()
  }
}

function join(options: SharedStreamOptions, signal: AbortSignal): void {
  const { name, topics = [], onEvent, onPoll, onLive } = options
  // Browsers offer locks on https and localhost only.
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return void poll(options, signal)

  const channel = new BroadcastChannel(name)
  const tab = crypto.randomUUID()
  const topicsOf = new Map<string, readonly string[]>([[tab, topics]])
  let isLive = false
  let leader: Leader | undefined

  const receive = (message: Message): void => {
    if (message.kind === 'event') return onEvent(message.event)
    if (message.kind === 'poll') return onPoll()
    if (message.kind === 'live') return onLive?.((isLive = message.isLive))
    topicsOf.set(message.tab, message.topics)
    leader?.cover()
    if (!message.isNew) return
    channel.postMessage({ kind: 'topics', tab, topics } satisfies Message)
    if (leader) channel.postMessage({ kind: 'live', isLive } satisfies Message)
  }
  const emit = (message: Message): void => {
    if (signal.aborted) return
    receive(message)
    channel.postMessage(message)
  }
  const lead = (mayHaveMissed: boolean): Promise<void> => {
    leader = createLeader(options, signal, emit, () => [...new Set([...topicsOf.values()].flat())].sort())
    return leader.run(mayHaveMissed)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))
  channel.postMessage({ kind: 'topics', tab, topics, isNew: true } satisfies Message)
  signal.addEventListener('abort', () => {
    channel.postMessage({ kind: 'topics', tab, topics: [] } satisfies Message)
    channel.close()
    onLive?.(false)
  })
  const requestLeadership = async (): Promise<void> => {
    const isFirst = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await lead(false)
      return lock !== null
    })
    // Between the end of the tab that led before and our stream, events may have been missed.
    if (!isFirst) await locks.request(name, { signal }, () => lead(true))
  }
  // Rejects when the signal is aborted while this tab waits for the lock.
  requestLeadership().catch(() => undefined)
}

type Leader = ReturnType<typeof createLeader>

function createLeader(
  options: SharedStreamOptions,
  signal: AbortSignal,
  emit: (message: Message) => void,
  allTopics: () => readonly string[],
) {
  let reconnect = new AbortController()
  let covered: readonly string[] = []
  const isTooMany = () => covered.length > (options.mostTopics ?? Infinity)
  return {
    /** Reconnects when a tab has joined with a topic the open stream does not cover. */
    cover(): void {
      if (isTooMany() || allTopics().some((topic) => !covered.includes(topic))) reconnect.abort()
    },
    async run(mayHaveMissed: boolean): Promise<void> {
      for (let isFirst = true; !signal.aborted; isFirst = false) {
        reconnect = new AbortController()
        covered = allTopics()
        const until = AbortSignal.any([signal, reconnect.signal])
        const onPoll = () => emit({ kind: 'poll' })
        if (isTooMany()) {
          await poll({ ...options, onPoll }, until)
          continue
        }
        const end = await followEvents(
          {
            ...options,
            path: options.path(covered),
            onEvent: ({ event, data }) => emit({ kind: 'event', event: { event, data } }),
            onPoll,
            onLive: (isLive) => emit({ kind: 'live', isLive }),
          },
          until,
          mayHaveMissed && isFirst,
        )
        if (end === 'rejected') return options.onRejected()
      }
    },
  }
}

function poll(
  { onPoll, pollMilliseconds }: Pick<SharedStreamOptions, 'onPoll' | 'pollMilliseconds'>,
  signal: AbortSignal,
) {
  return new Promise<void>((resolve) => {
    const timer = setInterval(onPoll, pollMilliseconds)
    signal.addEventListener('abort', () => {
      clearInterval(timer)
      resolve()
    })
  })
}

type StreamEnd = 'rejected' | 'lost'

interface EventStreamOptions {
  /** Below `/api`, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** A stream that is silent for this long is dead, whatever the connection says: two missed heartbeats and a little. */
  readonly silentMilliseconds: number
  readonly onEvent: (event: EventSourceMessage) => void
  /** Polls for missed changes: regularly while the stream is down, and once when it is back. */
  readonly onPoll: () => void
  readonly pollMilliseconds: number
  readonly onLive: (isLive: boolean) => void
}

const backoffMilliseconds = { first: 1000, longest: 30_000 }

/**
 * Reads a stream until it ends; `rejected` when the server no longer knows the session.
 * Uses fetch, because the browser's own EventSource cannot send headers.
 */
async function readEvents(options: EventStreamOptions, signal: AbortSignal, onOpen: () => void): Promise<StreamEnd> {
  const watchdog = new AbortController()
  const restartTimer = () => setTimeout(() => watchdog.abort(), options.silentMilliseconds)
  let timer = restartTimer()
  try {
    const response = await fetch(`/api${options.path}`, {
      headers: { ...options.headers, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, watchdog.signal]),
    })
    if (response.status === 401) return 'rejected'
    if (!response.ok || !response.body) return 'lost'
    onOpen()
    const parser = createParser({ onEvent: options.onEvent })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = restartTimer()
      parser.feed(part.value)
    }
  } catch {
    // The server cannot be reached, or the signal was aborted: either way this stream has ended.
  } finally {
    clearTimeout(timer)
  }
  return 'lost'
}

/** Keeps one stream open until `signal`: reconnects with growing pauses, and polls meanwhile. */
export async function followEvents(
  options: EventStreamOptions,
  signal: AbortSignal,
  mayHaveMissed: boolean,
): Promise<StreamEnd> {
  const { onPoll, onLive, pollMilliseconds } = options
  let pause = backoffMilliseconds.first
  let polling: ReturnType<typeof setInterval> | undefined
  let missed = mayHaveMissed
  const stopPolling = () => {
    clearInterval(polling)
    polling = undefined
  }
  signal.addEventListener('abort', stopPolling)
  while (!signal.aborted) {
    const end = await readEvents(options, signal, () => {
      pause = backoffMilliseconds.first
      stopPolling()
      onLive(true)
      if (missed) onPoll()
    })
    missed = true
    if (signal.aborted) break
    onLive(false)
    if (end === 'rejected') return end
    polling ??= setInterval(onPoll, pollMilliseconds)
    // Not all browsers reconnect at the same moment after a restart of the server.
    await sleep(pause * (0.75 + Math.random() / 2), signal)
    pause = Math.min(pause * 2, backoffMilliseconds.longest)
  }
  return 'lost'
}

/** Ends early when the device comes back online, or at `signal`. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const end = () => {
      clearTimeout(timer)
      listening.abort()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end, { signal: listening.signal })
    signal.addEventListener('abort', end, { signal: listening.signal })
  })
}
