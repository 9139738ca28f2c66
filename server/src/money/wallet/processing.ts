import type { PublishedTimes } from '@sauda/contract/broker/health'
import { processingRules, type RequestType } from '@sauda/contract/money/wallet'
import type { Db, Sql } from '../../platform/db.ts'
import { selectProcessing } from './processing.sql.ts'

/** Medians in seconds, each with the number of requests it comes from. */
export type ProcessingTime = { readonly seconds: number; readonly requests: number }
/** `first` and `second`: the two checks of a large withdrawal; `payout`: from the last check to the payment in a batch. */
type StepOfWithdrawal = 'first' | 'second' | 'payout'
export type ProcessingTimes = Partial<Record<RequestType | StepOfWithdrawal, ProcessingTime>>

export async function processingTimes(sql: Sql): Promise<ProcessingTimes> {
  const rows = await selectProcessing(sql, processingRules.days)
  const times: ProcessingTimes = {}
  for (const { type, requests, seconds, ...row } of rows) {
    times[type] = { seconds, requests: Number(requests) }
    const steps = [
      ['first', row.first_checks, row.seconds_of_first],
      ['second', row.second_checks, row.seconds_of_second],
      ['payout', row.payouts, row.seconds_of_payout],
    ] as const
    if (type === 'withdrawal')
      for (const [step, count, median] of steps)
        if (median !== null) times[step] = { seconds: median, requests: Number(count) }
  }
  return times
}

/** The medians as this process computed them last; `refresh` is a job. */
export function createProcessing(db: Pick<Db, 'historyReader'>) {
  let times: ProcessingTimes = {}
  const median = (of: keyof ProcessingTimes, least: number): number | undefined => {
    const time = times[of]
    return time && time.requests >= least ? Math.round(time.seconds) : undefined
  }
  return {
    async refresh(): Promise<void> {
      times = await processingTimes(db.historyReader())
    },
    /** What is usual for a step, in seconds. */
    usual: (of: keyof ProcessingTimes) => median(of, processingRules.leastUsual),
    /** What the start page shows. */
    published(): PublishedTimes {
      const [deposit, withdrawal] = [
        median('added', processingRules.leastPublished),
        median('withdrawal', processingRules.leastPublished),
      ]
      return { ...(deposit !== undefined && { deposit }), ...(withdrawal !== undefined && { withdrawal }) }
    },
  }
}

export type Processing = ReturnType<typeof createProcessing>
