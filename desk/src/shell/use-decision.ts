import { useMutation, type QueryKey } from '@tanstack/react-query'
import { withReplay, type Replayable } from '@sauda/web/idempotent'
import { useState } from 'react'
import { queryClient } from './query-client.ts'

interface Deciding<Case, Order, Answer> {
  /** The case as the server tells it now. */
  now: Case
  waits: (now: Case) => boolean
  send: (order: Order) => Promise<Replayable<Answer>>
  /** Called as the order leaves; what it answers is called where the case stays as it was. */
  onSend: () => () => void
  /** Whether the case goes on waiting all the same. */
  staysOpen?: (answer: Answer) => boolean
  /** What is no longer as it was, won or lost. */
  stale: readonly QueryKey[]
}

/** One decision under way. The live update may overtake its answer: until that has come the case stays as it was sent. */
export function useDecision<Case, Order, Answer extends object>(deciding: Deciding<Case, Order, Answer>) {
  const { now, waits, send, onSend, staysOpen, stale } = deciding
  const [sent, setSent] = useState<{ was: Case; summary: string } | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const mutation = useMutation({
    mutationFn: send,
    onSettled: () => {
      for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey })
    },
  })
  const shown = sent?.was ?? now
  if (waits(shown) && !wasOpen) setWasOpen(true)

  const decide = (order: Order, summary: string, onDone: () => void) => {
    const takeBack = onSend()
    setSent({ was: now, summary })
    mutation.mutate(order, {
      onSuccess: (answer) => {
        if (staysOpen?.(answer)) takeBack()
        onDone()
      },
      onError: () => {
        takeBack()
        setSent(null)
      },
    })
  }
  return {
    shown,
    /** It waited while this screen was open. */
    wasOpen,
    done:
      sent && mutation.data !== undefined
        ? { answer: mutation.data, summary: withReplay('submitted', mutation.data, sent.summary) }
        : null,
    decide,
    isSending: mutation.isPending,
    error: mutation.error,
  }
}
