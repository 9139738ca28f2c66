type Options = {
  readonly url: string
  /** A connection without a valid message for this long is closed. */
  readonly silentMilliseconds: number
  readonly firstRetryMilliseconds: number
}

type SocketHandlers = {
  readonly open: () => void
  readonly message: (data: unknown) => void
  readonly lost: () => void
}

const longestRetryMilliseconds = 30_000

/**
 * A WebSocket that reconnects when it breaks or falls silent, with exponential backoff until a valid message
 * arrives.
 */
export function openConnection({ url, silentMilliseconds, firstRetryMilliseconds }: Options, on: SocketHandlers) {
  let socket: WebSocket | undefined
  let retry = firstRetryMilliseconds
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function connect(): void {
    const mine = new WebSocket(url)
    socket = mine
    // Ignore events of a connection already dropped.
    const ifMine = (react: () => void) => () => void (socket === mine && react())
    mine.addEventListener('open', ifMine(on.open))
    mine.addEventListener('message', ({ data }) => void (socket === mine && on.message(data)))
    mine.addEventListener('close', ifMine(drop))
    mine.addEventListener('error', ifMine(drop))
    resetTimeout()
  }

  /** Silence counts as a broken connection: the other side may be gone. */
  function resetTimeout(): void {
    clearTimeout(timer)
    timer = setTimeout(drop, silentMilliseconds)
  }

  function drop(): void {
    const gone = socket
    socket = undefined
    gone?.close()
    clearTimeout(timer)
    if (isStopped) return
    on.lost()
    // Jitter, so that processes do not reconnect at the same time.
    timer = setTimeout(connect, retry * (0.75 + Math.random() / 2))
    retry = Math.min(retry * 2, longestRetryMilliseconds)
  }

  connect()
  return {
    send: (text: string): void => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text)
    },
    resetTimeout,
    resetBackoff: (): void => {
      retry = firstRetryMilliseconds
    },
    /** Closes the connection and retries after the longest pause. */
    giveUp: (): void => {
      retry = longestRetryMilliseconds
      drop()
    },
    stop: (): void => {
      isStopped = true
      drop()
    },
  }
}
