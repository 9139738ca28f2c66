import { documentRules, type IssuedDocument } from '@sauda/contract/core/document'
import type { FastifyInstance } from 'fastify'

export type FindDocument = (part: string) => Promise<IssuedDocument | undefined>
/** Without a document: it is not found. */
export type RenderDocument = (document?: IssuedDocument) => string

/** Whatever follows the path is looked up, so that a malformed address takes as long as an unknown one. Not compressed, so that a request costs little. */
export function serveDocuments(app: FastifyInstance, render: RenderDocument, find: FindDocument): void {
  const config = { perMinute: documentRules.perMinute }
  app.get<{ Params: { '*': string } }>(`${documentRules.path}*`, { config }, async ({ params }, reply) => {
    const document = await find(params['*'])
    return reply
      .status(document ? 200 : 404)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(render(document))
  })
}
