import { clientImportCalls } from '@sauda/contract/client/client-import'
import type { ClientImportContext, RouteContext } from '../../app-context.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { limitConcurrency } from '../../platform/concurrency.ts'
import {
  importLines,
  type ImportDependencies,
  importProposal,
  listImports,
  plannedFile,
  preview,
  requestHash,
  requestImport,
} from './client-import.ts'

/** One file at a time: several at once would only take memory. */
const bulk = { parallel: 1, queue: 20 } as const

/** Returns what carries out an approved import. */
export function clientImportRoutes(context: RouteContext & ClientImportContext, dependencies: ImportDependencies) {
  const { mount, db } = context
  const limited = limitConcurrency(bulk)
  mount(clientImportCalls.preview, ({ csv }) => limited(() => preview(context, dependencies, csv)))
  mount(clientImportCalls.importFile, (given) =>
    limited(async () => {
      const plan = await plannedFile(context, dependencies, given.csv)
      const body = { file: requestHash(context, given.csv).toString('hex') }
      return runIdempotent(db, { ...given, body }, (tx) => requestImport(context, dependencies, tx, { ...given, plan }))
    }),
  )
  mount(clientImportCalls.list, () => listImports(db))
  mount(clientImportCalls.lines, ({ params }) => limited(() => importLines(context, dependencies, params.importId)))
  return { 'client-import.book': importProposal(context, dependencies) }
}
