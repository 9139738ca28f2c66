import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { deskOperatorHeader, sessionErrors } from '@sauda/contract/core/session'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const { read: readDeskCookie, set: setDeskCookie, clear: clearDeskCookie } = hostCookie('desk')

/** The browser adds the cookie automatically, so a request must prove that a page of the desk sent it. */
export function requireDeskPage(request: FastifyRequest, publicUrl: string): void {
  const { method, headers } = request
  const site = headers['sec-fetch-site']
  const isRead = method === 'GET' || method === 'HEAD'
  // An address typed by the operator has the site `none`; plain http sends no Sec-Fetch-Site at all.
  const isFromDesk = isRead
    ? site === undefined || site === 'same-origin' || site === 'none'
    : isSameOrigin(request, publicUrl) && headers[deskOperatorHeader] !== undefined
  if (!isFromDesk) throw new AppError(sessionErrors.notFromDesk)
}

/** A page that still shows one operator must not act, or read, in the name of the next one in the same browser. */
export function requireSameOperator(request: FastifyRequest, operatorId: string | null): void {
  const shown = request.headers[deskOperatorHeader]
  if (shown === undefined || shown === operatorId) return
  throw new AppError(operatorId === null ? commonErrors.notSignedIn : sessionErrors.otherOperator)
}

/** Browsers send Sec-Fetch-Site to https and localhost only, but Origin with every change. */
function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  return origin !== undefined && (origin === publicUrl || origin.replace(/^https?:\/\//, '') === host)
}

const isHttps = (publicUrl: string) => publicUrl.startsWith('https://')

/** A cookie for this host alone that scripts cannot read. Without `hours` it ends with the browser. */
export function hostCookie(name: string, hours?: number) {
  // Browsers accept the `__Host-` prefix over https only.
  const nameOf = (publicUrl: string) => (isHttps(publicUrl) ? `__Host-${name}` : name)
  const optionsOf = (publicUrl: string) =>
    ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps(publicUrl) }) as const
  return {
    read: (request: FastifyRequest, publicUrl: string): string | undefined => request.cookies[nameOf(publicUrl)],
    set: (reply: FastifyReply, publicUrl: string, value: string) =>
      reply.setCookie(nameOf(publicUrl), value, {
        ...optionsOf(publicUrl),
        ...(hours !== undefined && { maxAge: hours * 3600 }),
      }),
    clear: (reply: FastifyReply, publicUrl: string) => reply.clearCookie(nameOf(publicUrl), optionsOf(publicUrl)),
  }
}

/** At a logout. Not `cookies` or `storage`: they would also end the desk, or the portal, in the same browser. */
export const clearBrowserCache = (reply: FastifyReply) => reply.header('clear-site-data', '"cache"')
