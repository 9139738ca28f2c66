import { watchFocus } from '@sauda/ui/dom'
import { useLayoutEffect, useRef, useState } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { placeOf, type OrderFaults } from './typed-order.ts'

/** What is wrong with an order. */
interface Found {
  /** The order as it was typed; of another one it says nothing. */
  about: string
  faults: OrderFaults
  /** What is about no field of it. */
  fault?: string | undefined
}

/**
 * The check of an order before the dealer is asked about it. `about` is the order as it stands typed; `onRefused` hears of
 * every "no" of the server.
 */
export function useCheck(about: string, onRefused?: () => void) {
  const [found, setFound] = useState<Found>({ about, faults: {} })
  const [isChecking, setChecking] = useState(false)
  const latest = useRef(about)
  useLayoutEffect(() => {
    latest.current = about
  }, [about])
  const { faults, fault }: Found = found.about === about ? found : { about, faults: {} }

  const tell = (wrong: OrderFaults) => setFound({ about, faults: wrong })
  /** What the server refused stands beside its field, where it is about one. */
  const place = (error: unknown) => {
    const field = placeOf(error)
    const words = error instanceof Error ? errorMessage(error) : ''
    setFound(field ? { about, faults: { [field]: words } } : { about, faults: {}, fault: words })
    onRefused?.()
  }
  /**
   * Asks the server about an order without faults and hands its answer to `then`, which may still find some. An answer
   * that comes when the dealer has typed on is about another order and goes unused. True where the dealer is to be taken
   * to a fault, which is not where they went on to another field meanwhile.
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
