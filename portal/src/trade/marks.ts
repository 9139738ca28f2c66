import { useCallback, useSyncExternalStore, type RefObject } from 'react'
import { watchSeen } from './seen.ts'

/** What an open position would bring now beside what it cost. */
export type Mark = {
  /** Paise; below zero for a loss. */
  readonly profit: bigint
  /** The same in hundredths of a percent of the cost. */
  readonly basisPoints: bigint
  /** Where it has been on this screen in percent of the cost, oldest first. */
  readonly trail: readonly number[]
  /** What is to be said about where it comes from: `Simulated`, `Live`, `Delayed as of 3:14 pm`. */
  readonly origin: string
  /** Too old to act on. */
  readonly isStale: boolean
  /** The price it was computed with, where there is one. */
  readonly price?: string
}

/** All open positions together; those without a price are not in it. */
export type MarkTotal = Omit<Mark, 'trail' | 'price'> & { readonly missing: number }

/**
 * One number per open position, each followed by itself, so that a page of five hundred draws only what changed.
 * In demo the simulation stands behind it, in live the prices of the market.
 */
export type Marks = {
  readonly source: 'simulated' | 'live'
  readonly of: (tradeId: string) => Mark | undefined
  readonly follow: (tradeId: string, changed: () => void) => () => void
  /** Undefined while nothing is known. */
  readonly total: () => MarkTotal | undefined
  readonly followTotal: (changed: () => void) => () => void
  /** As `total`, at the pace of the Invested card. */
  readonly invested: () => MarkTotal | undefined
  readonly followInvested: (changed: () => void) => () => void
}

const still = () => () => undefined
const nothing = () => undefined

/** The position's mark; followed only while its block of rows is seen, so that a tick draws nothing for the others. */
export function useMark(marks: Marks | undefined, tradeId: string, block: RefObject<Element | null>): Mark | undefined {
  const follow = useCallback(
    (changed: () => void) => {
      if (!marks || !block.current) return still()
      let leave: (() => void) | undefined
      const unwatch = watchSeen(block.current, (isSeen) => {
        leave?.()
        leave = isSeen ? marks.follow(tradeId, changed) : undefined
        // What it missed meanwhile.
        if (isSeen) changed()
      })
      return () => {
        unwatch()
        leave?.()
      }
    },
    [marks, tradeId, block],
  )
  return useSyncExternalStore(follow, () => marks?.of(tradeId))
}

export function useTotal(marks: Marks | undefined): MarkTotal | undefined {
  return useSyncExternalStore(marks?.followTotal ?? still, marks?.total ?? nothing)
}

export function useInvestedMark(marks: Marks | undefined): MarkTotal | undefined {
  return useSyncExternalStore(marks?.followInvested ?? still, marks?.invested ?? nothing)
}
