import { viewCalls } from '@sauda/contract/client/view'
import type { RouteContext, ViewContext } from '../../app-context.ts'
import { endView, openView, startView } from './view.ts'

export function viewRoutes(context: RouteContext & ViewContext): void {
  const { mount } = context

  mount(viewCalls.start, (given) => startView(context, given))
  mount(viewCalls.open, ({ body }) => openView(context, body.code))
  mount(viewCalls.end, async ({ body }) => {
    await endView(context, body.token)
    return { message: 'The view has ended' }
  })
}
