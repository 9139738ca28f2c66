type Options = {
  readonly url: string
  /** A connection on which nobody said a sensible word for so long is given up. */
  readonly silentMilliseconds: number
  readonly firstRetryMilliseconds: number
}

type On = {
  readonly open: () => void
  readonly message: (data: unknown) => void
  readonly lost: () => void
}

const longestRetryMilliseconds = 30_000

/** A WebSocket that is made anew whenever it breaks or falls silent, after ever longer pauses until it has proved itself. */
export function keepConnected({ url, silentMilliseconds, firstRetryMilliseconds }: Options, on: On) {
  let socket: WebSocket | undefined
  let retry = firstRetryMilliseconds
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function connect(): void {
    const mine = new WebSocket(url)
    socket = mine
    // A connection given up says nothing any more.
    const ifMine = (react: () => void) => () => void (socket === mine && react())
    mine.addEventListener('open', ifMine(on.open))
    mine.addEventListener('message', ({ data }) => void (socket === mine && on.message(data)))
    mine.addEventListener('close', ifMine(drop))
    mine.addEventListener('error', ifMine(drop))
    heard()
  }

  /** Silence is as good as a broken connection: the other side may be gone without a word. */
  function heard(): void {
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
    // Not all processes at once.
    timer = setTimeout(connect, retry * (0.75 + Math.random() / 2))
    retry = Math.min(retry * 2, longestRetryMilliseconds)
  }

  connect()
  return {
    send: (text: string): void => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text)
    },
    /** Somebody is there. */
    heard,
    /** The connection does what it is for: should it break, the next one is tried soon. */
    proved: (): void => {
      retry = firstRetryMilliseconds
    },
    /** Gives the connection up; the next one is tried after the longest pause. */
    refuse: (): void => {
      retry = longestRetryMilliseconds
      drop()
    },
    stop: (): void => {
      isStopped = true
      drop()
    },
  }
}
