import { findCalls } from '@sauda/contract/broker/find'
import type { AppContext } from '../../app-context.ts'
import { find, type FindDependencies } from './find.ts'

/** A text may match rows of several features, so the search reads their tables itself. */
export function findRoutes(context: FindDependencies & Pick<AppContext, 'mount'>) {
  context.mount(findCalls.find, async ({ operator, body }) => ({
    found: await find(context, body.text, operator.rights),
  }))
}
