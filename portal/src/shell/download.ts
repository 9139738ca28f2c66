import { downloadBlob } from '@sauda/ui/dom'
import { ApiError, isRejection } from '@sauda/web/api-error'
import { useEffect, useRef, useState } from 'react'
import type { SendOptions } from './api.ts'

export type DownloadOptions = Pick<SendOptions, 'signal' | 'onReceived'>
/** `message`: the outcome. */
type State = { readonly file: string; readonly is: 'loading' | 'done' | 'failed'; readonly message?: string }

/** One download at a time; a file that did not arrive completely is not saved. `failed` is for errors without a sentence of the server. */
export function useDownload(done: string, failed: string) {
  const request = useRef<AbortController>(undefined)
  const [state, setState] = useState<State>()
  const [percent, setPercent] = useState<number>()
  useEffect(() => () => request.current?.abort(), [])

  const start = async (file: string, load: (options: DownloadOptions) => Promise<Blob>) => {
    const { signal } = (request.current = new AbortController())
    setState({ file, is: 'loading' })
    setPercent(undefined)
    try {
      const blob = await load({
        signal,
        // The estimate may be too low.
        onReceived: (bytes, estimate) => setPercent(estimate > 0 ? Math.min(99, (bytes / estimate) * 100) : undefined),
      })
      downloadBlob(file, blob)
      setState({ file, is: 'done', message: done })
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'aborted') return setState(undefined)
      const message = isRejection(error) ? error.serverMessage : undefined
      setState({ file, is: 'failed', message: message ?? failed })
    }
  }
  return { state, percent, start, cancel: () => request.current?.abort() }
}
