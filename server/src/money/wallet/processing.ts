import type { PublishedTimes } from '@sauda/contract/broker/health'
import { processingRules } from '@sauda/contract/money/wallet'
import type { Db, Sql } from '../../platform/db.ts'
import { type ProcessingOf, selectProcessing } from './processing.sql.ts'

/** Medians in seconds, each with the number of requests it comes from. */
export type ProcessingTime = { readonly seconds: number; readonly requests: number }
export type ProcessingTimes = Partial<Record<ProcessingOf, ProcessingTime>>

export const processingTimes = async (sql: Sql): Promise<ProcessingTimes> =>
  Object.fromEntries((await selectProcessing(sql, processingRules.days)).map(({ of, ...time }) => [of, time]))

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
