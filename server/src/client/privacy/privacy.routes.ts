import { privacyCalls } from '@sauda/contract/client/privacy'
import type { PrivacyContext, RouteContext } from '../../app-context.ts'
import { changeBreach, listBreaches, recordBreach } from './breach.ts'
import { erase } from './erase.ts'
import { accept, ask, decide, exportAtDesk, exportOwn, listRequests, readPrivacy } from './privacy.ts'

export function privacyRoutes(context: RouteContext & PrivacyContext): void {
  const { mount, mountCommand, db } = context

  mount(privacyCalls.read, ({ client }) => readPrivacy(db, client.id))
  mountCommand(privacyCalls.accept, (tx, given) => accept(context, tx, given))
  mount(privacyCalls.export, (given) => exportOwn(context, given))
  mountCommand(privacyCalls.request, (tx, given) => ask(context, tx, given))

  mount(privacyCalls.requests, ({ query }) => listRequests(db, query.clientId))
  mount(privacyCalls.deskExport, (given) => exportAtDesk(context, given))
  mountCommand(privacyCalls.complete, async (tx, given) => {
    await decide(context, tx, given, { status: 'done', ...given.body })
    return { message: 'Request completed' }
  })
  mountCommand(privacyCalls.reject, async (tx, given) => {
    await decide(context, tx, given, { status: 'rejected', ...given.body })
    return { message: 'Request rejected' }
  })
  mount(privacyCalls.erase, (given) => erase(context, given))
  mount(privacyCalls.breaches, () => listBreaches(db))
  mountCommand(privacyCalls.recordBreach, (tx, given) => recordBreach(context, tx, given))
  mountCommand(privacyCalls.updateBreach, (tx, given) => changeBreach(context, tx, given))
}
