import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Log } from './log.ts'

const reportPath = '/api/csp-report'

export type CspOptions = {
  /** `'sha256-…'` of each script and style inside our own pages. */
  readonly inline: { readonly scripts: readonly string[]; readonly styles: readonly string[] } | undefined
  /** Other origins whose documents our pages may frame. */
  readonly frames: readonly string[]
  readonly https: boolean
}

/** The content security policy of every answer that sets none itself. */
export const cspDirectives = ({ inline, frames, https }: CspOptions) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", ...(inline?.scripts ?? [])],
  styleSrc: ["'self'", ...(inline?.styles ?? [])],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  frameSrc: ["'self'", ...frames],
  // No text becomes markup or script; each policy sets the address of one worker (portal/src/shell/worker.ts).
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['service-worker', 'aadhaar-qr'],
  reportUri: [reportPath],
  // Browsers that know it ignore report-uri, and send nothing over http.
  ...(https && { reportTo: ['csp'] }),
})

/** The policy of a worker that runs WebAssembly; no page allows it. */
export const wasmWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** The policy of a picture or font, which loads nothing; a browser that opens it directly shows no page of ours. */
export const filePolicy = "default-src 'none'; sandbox"

export const reportingEndpoints = `csp="${reportPath}"`

const text = z.optional(z.string())
/** The forms sent by `report-uri` and by the Reporting API. */
const older = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
    'line-number': z.optional(z.number()),
  }),
})
const newer = z.array(
  z.object({
    body: z.object({
      effectiveDirective: text,
      blockedURL: text,
      documentURL: text,
      sourceFile: text,
      lineNumber: z.optional(z.number()),
    }),
  }),
)

type Violation = z.infer<typeof newer>[number]['body']

function violationsIn(body: unknown): Violation[] {
  const many = newer.safeParse(body)
  if (many.success) return many.data.map((report) => report.body)
  const one = older.safeParse(body)
  if (!one.success) return []
  const report = one.data['csp-report']
  return [
    {
      effectiveDirective: report['effective-directive'] ?? report['violated-directive'],
      blockedURL: report['blocked-uri'],
      documentURL: report['document-uri'],
      sourceFile: report['source-file'],
      lineNumber: report['line-number'],
    },
  ]
}

/** Anybody can send a report, so it is cut down to words and hosts; addresses of pages may contain ids and links from mails. */
function withoutPersonalData({ effectiveDirective, blockedURL, documentURL, sourceFile, lineNumber }: Violation) {
  return {
    directive: /^[a-z-]{1,40}/.exec(effectiveDirective ?? '')?.[0] ?? 'unknown',
    blocked: originOf(blockedURL),
    page: /^https?:\/\/[^/]+\/desk(?:\/|$)/.test(documentURL ?? '') ? 'desk' : 'portal',
    source: /\/assets\/([\w.-]{1,60}\.js)$/.exec(sourceFile ?? '')?.[1] ?? originOf(sourceFile),
    line: Number.isSafeInteger(lineNumber) ? lineNumber : undefined,
  }
}

/** `https://host`, the scheme of any other address, or a word such as `inline`. */
function originOf(address = ''): string {
  if (/^[a-z-]{0,40}$/.test(address)) return address
  const { protocol, host } = URL.parse(address) ?? { protocol: 'unreadable', host: '' }
  return /^https?:$/.test(protocol) && host.length <= 100 ? `${protocol}//${host}` : protocol.slice(0, 40)
}

const reportRules = { bytes: 32 * 1024, perMinute: 30, distinct: 100, forgetMilliseconds: 60 * 60_000 } as const

/** Takes the browsers' reports of what the policy blocked and logs each distinct one once an hour. */
export async function acceptReports(http: FastifyInstance, log: Log): Promise<void> {
  const logged = new Set<string>()
  let since = 0
  const record = (violation: Violation): void => {
    if (Date.now() - since > reportRules.forgetMilliseconds) {
      logged.clear()
      since = Date.now()
    }
    const report = withoutPersonalData(violation)
    const key = JSON.stringify(report)
    if (logged.has(key) || logged.size >= reportRules.distinct) return
    logged.add(key)
    log.warn(report, 'a browser reports a violation of the content security policy')
  }
  // In a scope of its own, so that no other call takes these types.
  await http.register(async (scope) => {
    const types = ['application/csp-report', 'application/reports+json']
    scope.addContentTypeParser(types, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
    scope.post(
      reportPath,
      { bodyLimit: reportRules.bytes, config: { perMinute: reportRules.perMinute } },
      (request, reply) => {
        violationsIn(request.body).forEach(record)
        return reply.status(204).send()
      },
    )
  })
}
