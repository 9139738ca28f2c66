import { timelineCalls } from '@sauda/contract/client/timeline'
import type { AppContext } from '../../app-context.ts'
import { type TextsOf, timelinePage } from './timeline.ts'

export function timelineRoutes({ mount, db }: Pick<AppContext, 'mount' | 'db'>, texts: readonly TextsOf[]): void {
  mount(timelineCalls.timeline, ({ operator, params, query }) =>
    timelinePage(db, { rights: operator.rights, texts }, params.clientId, query),
  )
}
