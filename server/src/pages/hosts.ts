import { AppError, commonErrors } from '@sauda/contract/error'
import type { FastifyInstance } from 'fastify'

const ofDesk = /^\/(?:api\/)?desk(?:\/|$)/
/** What both applications use. */
const ofBoth =
  /^\/(?:api\/(?:health|brand|common-passwords|openapi\.json|docs(?:\.css)?|csp-report)$|brand\.css$|icon-|logo)/

/**
 * With a host of its own, the desk answers there alone and the portal everywhere else, so that a script in one of them
 * cannot reach the other.
 */
export function separateHosts(http: FastifyInstance, deskHost: string | undefined): void {
  if (deskHost === undefined) return
  http.addHook('onRequest', async (request) => {
    // By the route, because an address may be spelled in many ways.
    const path = request.routeOptions.url ?? request.url.split('?')[0] ?? ''
    const isAllowed = ofBoth.test(path) || ofDesk.test(path) === (request.host === deskHost)
    if (!isAllowed) throw new AppError(commonErrors.notFound)
  })
}
