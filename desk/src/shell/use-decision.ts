import { isRejection } from '@sauda/web/api-error'
import { withReplay, type Replayable } from '@sauda/web/idempotent'
import { useMutation, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from './api.ts'

interface DecisionInput<Case, Command, Answer> {
  /** The case as the server shows it now. */
  now: Case
  isPending: (now: Case) => boolean
  send: (command: Command) => Promise<Replayable<Answer>>
  /** Called when the command is sent; its result is called if the case stays pending. */
  onSend: () => () => void
  staysPending?: ((answer: Answer) => boolean) | undefined
  /** Queries to invalidate, whether the decision succeeded or not. */
  stale: readonly QueryKey[]
}

/** A live update may overtake the reply: until then the case is shown as it was sent. */
export function useDecision<Case, Command, Answer extends object>(input: DecisionInput<Case, Command, Answer>) {
  const { now, isPending, send, onSend, staysPending, stale } = input
  const [sent, setSent] = useState<{ shown: Case; summary: string } | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const mutation = useMutation({
    mutationFn: send,
    onSettled: () => {
      void invalidate(...stale, ['queue'])
    },
  })
  const shown = sent?.shown ?? now
  if (isPending(shown) && !wasOpen) setWasOpen(true)

  const decide = (command: Command, summary: string, onDone: () => void) => {
    const undo = onSend()
    setSent({ shown: now, summary })
    mutation.mutate(command, {
      onSuccess: (answer) => {
        if (staysPending?.(answer)) undo()
        onDone()
      },
      onError: () => {
        undo()
        setSent(null)
      },
    })
  }
  return {
    shown,
    /** It was pending while this screen was open. */
    wasOpen,
    /** A decision was sent from here but its reply was lost. */
    wasSent: mutation.isError,
    /** The outcome of the decision sent from here is unknown. */
    isUncertain: mutation.error !== null && !isRejection(mutation.error),
    done:
      sent && mutation.data !== undefined
        ? { answer: mutation.data, summary: withReplay('submitted', mutation.data, sent.summary) }
        : null,
    decide,
    isSending: mutation.isPending,
    error: mutation.error,
  }
}
