import { commonErrors, AppError } from '@sauda/contract/platform/error'
import { deskOperatorHeader, sessionErrors } from '@sauda/contract/core/session'
import type { FastifyRequest } from 'fastify'
import { hostCookie } from './host-cookie.ts'

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
