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
    const current = new WebSocket(url)
    socket = current
    // Ignore events of a connection already dropped.
    const ifCurrent = (react: () => void) => () => void (socket === current && react())
    current.addEventListener('open', ifCurrent(on.open))
    current.addEventListener('message', ({ data }) => void (socket === current && on.message(data)))
    current.addEventListener('close', ifCurrent(drop))
    current.addEventListener('error', ifCurrent(drop))
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
