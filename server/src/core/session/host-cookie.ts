import type { FastifyReply, FastifyRequest } from 'fastify'

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
