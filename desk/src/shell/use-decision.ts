import { withReplay, type Replayable } from '@sauda/web/idempotent'
import { useMutation, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from './query-client.ts'

interface DecisionInput<Case, Command, Answer> {
  /** The case as the server shows it now. */
  now: Case
  isPending: (now: Case) => boolean
  send: (command: Command) => Promise<Replayable<Answer>>
  /** Called as the command is sent; its result is called where the case stays as it was. */
  onSend: () => () => void
  /** Whether the case stays pending after this answer. */
  staysPending?: ((answer: Answer) => boolean) | undefined
  /** Queries to read again, whether the decision succeeded or not. */
  stale: readonly QueryKey[]
}

/** One decision. A live update may overtake its response: until that has come the case is shown as it was sent. */
export function useDecision<Case, Command, Answer extends object>(input: DecisionInput<Case, Command, Answer>) {
  const { now, isPending, send, onSend, staysPending, stale } = input
  const [sent, setSent] = useState<{ shown: Case; summary: string } | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const mutation = useMutation({
    mutationFn: send,
    onSettled: () => {
      for (const queryKey of [...stale, ['queue']]) void queryClient.invalidateQueries({ queryKey })
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
    /** A decision was sent from here and failed: its response may only have been lost. */
    wasSent: mutation.isError,
    done:
      sent && mutation.data !== undefined
        ? { answer: mutation.data, summary: withReplay('submitted', mutation.data, sent.summary) }
        : null,
    decide,
    isSending: mutation.isPending,
    error: mutation.error,
  }
}
