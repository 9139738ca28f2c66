import { watchFocus } from '@sauda/ui/dom'
import { useLayoutEffect, useRef, useState } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { fieldOf, type OrderFaults } from './typed-order.ts'

interface Found {
  /** The input the errors belong to. */
  about: string
  faults: OrderFaults
  /** An error that belongs to no field. */
  fault?: string | undefined
}

/** `about` identifies the input on screen; `onRejected` is called for each error of the server. */
export function useCheck(about: string, onRejected?: () => void) {
  const [found, setFound] = useState<Found>({ about, faults: {} })
  const [isChecking, setChecking] = useState(false)
  const latest = useRef(about)
  useLayoutEffect(() => {
    latest.current = about
  }, [about])
  const { faults, fault }: Found = found.about === about ? found : { about, faults: {} }

  const tell = (wrong: OrderFaults) => setFound({ about, faults: wrong })
  const place = (error: unknown) => {
    const field = fieldOf(error)
    const words = error instanceof Error ? errorMessage(error) : ''
    setFound(field ? { about, faults: { [field]: words } } : { about, faults: {}, fault: words })
    onRejected?.()
  }
  /**
   * Sends a valid order to the server and passes the reply to `then`. A reply for outdated input is ignored.
   * Resolves to true if focus should move to an error.
   */
  const check = async <Order, Answer>(
    typed: { order: Order } | { faults: OrderFaults },
    ask: (order: Order) => Promise<Answer>,
    then: (order: Order, answer: Answer) => OrderFaults | undefined,
  ): Promise<boolean> => {
    tell('faults' in typed ? typed.faults : {})
    if ('faults' in typed) return true
    const isThere = watchFocus()
    setChecking(true)
    try {
      const answer = await ask(typed.order)
      if (latest.current !== about) return false
      const wrong = then(typed.order, answer)
      if (wrong) tell(wrong)
      return wrong !== undefined && isThere()
    } catch (error) {
      place(error)
      return latest.current === about && isThere()
    } finally {
      setChecking(false)
    }
  }
  return { faults, fault, place, check, isChecking }
}
