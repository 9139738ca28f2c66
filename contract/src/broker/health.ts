import * as z from 'zod/mini'
import { call, type Reply } from '../platform/call.ts'
import type { ComplaintReport } from '../client/complaint.ts'
import type { PageContent } from './page-content.ts'
import type { IssuedDocument } from '../core/document.ts'

/** health: whether the server works, what it is called, and what it offers. */

export const mode = z.enum(['demo', 'live'])

export const healthRules = {
  /** A database that does not answer within this time counts as failing. */
  databaseMilliseconds: 1000,
} as const

/** Parts that do not work while everything else does. */
const degraded = z.array(z.enum(['files', 'mail', 'disk', 'audit', 'audit-head', 'books', 'replica']))

export const healthCalls = {
  health: call('GET /health', 'anyone', {
    does: 'Whether the server and its database answer (503 if not).',
    reply: z.object({
      status: z.enum(['ok', 'failing']),
      database: z.enum(['ok', 'failing']),
      /** The result of the last check of the ledger. */
      books: z.enum(['balanced', 'unbalanced', 'unchecked']),
      /** Whether the newest head of the audit log was written outside the database. */
      auditHead: z.enum(['written', 'failing', 'waiting']),
      degraded,
      mode,
      version: z.string(),
    }),
    alsoStatus: [503],
    always: true,
  }),
  live: call('GET /health/live', 'anyone', {
    does: 'Whether the process answers at all; if not, restart it.',
    reply: z.object({ status: z.literal('ok') }),
    always: true,
  }),
  ready: call('GET /health/ready', 'anyone', {
    does: 'Whether a proxy should send requests to this process (503 if not).',
    reply: z.object({
      status: z.enum(['ready', 'not ready']),
      obstacle: z.optional(z.enum(['stopping', 'database', 'read-only', 'disk', 'role', 'prepared-statements'])),
      degraded,
    }),
    alsoStatus: [503],
    always: true,
  }),
  brand: call('GET /brand', 'anyone', {
    does: 'The brand, and which optional features are on.',
    reads: [],
    reply: z.object({
      name: z.string(),
      tagline: z.string(),
      mode,
      supportEmail: z.string(),
      /** Empty: the Download App link is hidden. */
      appDownloadUrl: z.string(),
      /** Whether clients may request loans. */
      lending: z.boolean(),
      /** True if mails stay in the desk's mailbox page. */
      mailbox: z.boolean(),
      /** Replaces the product's own logo and name; size in pixels. */
      logo: z.optional(z.object({ onLight: z.string(), onDark: z.string(), width: z.number(), height: z.number() })),
      /** Public logins of the demo's practice clients and of one operator; never in live mode. */
      demo: z.optional(
        z.object({
          password: z.string(),
          clients: z.array(z.object({ name: z.string(), email: z.string(), shows: z.string() })),
          operator: z.string(),
          /** The desk's login page, which logs this operator in. */
          desk: z.string(),
        }),
      ),
      /** The company; empty where not configured. */
      legal: z.object({
        name: z.string(),
        sebiRegistration: z.string(),
        exchanges: z.string(),
        grievanceOfficer: z.string(),
        address: z.string(),
      }),
    }),
  }),
  openapi: call('GET /openapi.json', 'anyone', {
    does: 'OpenAPI 3.1 of every call.',
    reply: z.record(z.string(), z.unknown()),
  }),
}

export type Degraded = Reply<typeof healthCalls.ready>['degraded']

export type Brand = Reply<typeof healthCalls.brand>

interface PageInput {
  brand: Brand
  /** CSS inside each page: the pages' own, and the brand's colours. */
  styles: readonly string[]
  font: string | undefined
}
interface RenderedPages<Page> {
  pages: readonly Page[]
  /** The inline scripts, for the content security policy. */
  scripts: readonly string[]
}

/** Seconds until a deposit is credited and a withdrawal paid. */
export interface PublishedTimes {
  deposit?: number
  withdrawal?: number
}

/** `address` is the portal's origin; `script` is the pages' one script; `innerStyles` all but the start page need. */
export interface PublicPageInput extends PageInput {
  content: PageContent
  address: string
  script: string
  innerStyles?: readonly string[]
}

/** The exports of portal/src/public-pages.tsx to the server. */
export interface PublicPages {
  renderPublicPages: (input: PublicPageInput) => RenderedPages<{ path: string; html: string; isIndexed: boolean }>
  /** With the medians of the last month, where there are enough requests. */
  renderStartPage: (input: PublicPageInput, times: PublishedTimes) => string
  /** With figures of the database. */
  renderComplaintsPage: (input: PublicPageInput, report: ComplaintReport) => string
  /** Without a document: it is not found. */
  renderDocumentPage: (input: PublicPageInput, document?: IssuedDocument) => string
}

/** The exports of portal/src/application-pages.tsx to the server. */
export interface ApplicationPages {
  /** `filesOf` lists the built files of modules and of all they import, in that order; `open` is the input of the public pages. */
  renderApplicationPages: (
    input: PageInput & {
      entry: string
      filesOf: (modules: readonly string[]) => readonly string[]
      open: Pick<PublicPageInput, 'content' | 'styles'>
    },
  ) => RenderedPages<{ path: string; html: string }>
}
