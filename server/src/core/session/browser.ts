import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app/app-context.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { networkOf } from '../../platform/rate-limit.ts'
import { randomToken, sha256 } from '../../platform/secret.ts'
import { deleteKnownBefore, deleteSurplus, insertKnown, isOwnerKnown, knownAmong } from './session.sql.ts'
import { hostCookie } from './desk-cookie.ts'
import { type Caller, deviceOf } from './session.ts'

/** Days for which a browser is remembered after its last login. */
const knownBrowserDays = 400
const mostPerOwner = 40

export const browserCookie = hostCookie('browser', knownBrowserDays * 24)

/** Recognises a browser in which an owner has logged in before; sets the cookie, also with a rejection. */
export function browserOf({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, publicUrl: string) {
  const browser = browserCookie.read(request, publicUrl) ?? randomToken()
  browserCookie.set(reply, publicUrl, browser)
  return browser
}

/** True if the owner has logged in with the cookie of this browser. */
export async function isKnownBrowser(sql: Sql, ownerId: string, browser: string | undefined): Promise<boolean> {
  return browser !== undefined && (await knownAmong(sql, ownerId, [sha256(browser)])).length > 0
}

/** The caller of a login, with the cookie of its browser: sent by it, or new. API clients have none. */
export type LoginCaller = Caller & { readonly browser: string | undefined }

/**
 * Remembers where the owner has logged in. Returns true if the owner should be notified: neither this browser nor this
 * kind of device in this network is known, though others are. Anybody can claim the latter; it only saves mails.
 */
export async function rememberBrowser(
  { secret }: Pick<AppContext, 'secret'>,
  tx: Tx,
  ownerId: string,
  caller: LoginCaller,
): Promise<boolean> {
  const place = secret.hmac('lookup', 'place', networkOf(caller.ip), deviceOf(caller))
  const hashes = caller.browser === undefined ? [place] : [sha256(caller.browser), place]
  const isNew = (await knownAmong(tx, ownerId, hashes)).length === 0 && (await isOwnerKnown(tx, ownerId))
  await insertKnown(tx, ownerId, hashes)
  await deleteSurplus(tx, ownerId, mostPerOwner)
  return isNew
}

export const forgetOldBrowsers = (sql: Sql) => deleteKnownBefore(sql, knownBrowserDays)
