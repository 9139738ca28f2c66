import { AppError } from '@sauda/contract/platform/error'
import { statementErrors, statementRules } from '@sauda/contract/books/statement'
import { withConnection } from '../../platform/db.ts'
import type { Connection } from '../../platform/pool.ts'
import type { SendPart } from '../../platform/called.ts'
import type { PdfTitle } from '../../core/pdf/pdf.draw.ts'
import { drawDocument, type Part } from '../../core/pdf/pdf.parts.ts'
import { type AnnualPdf, drawAnnual } from './annual.pdf.ts'
import { loadAnnual } from './annual.sql.ts'
import { type ConfirmationPdf, drawConfirmation } from './confirmation.pdf.ts'
import { loadConfirmation } from './statement.sql.ts'
import { drawStatement, type StatementPdf } from './statement.pdf.ts'
import { type Event, eventsOf, openingOf } from './statement.ts'

/** Runs in a thread of its own: a PDF of a year takes seconds. Each but the explanation returns the amount that the document confirms, in paise. */

type PdfInput = { readonly connection: Connection; readonly clientId: string }

export async function statement(
  { connection, clientId, ...given }: PdfInput & Omit<StatementPdf, 'opening' | 'events'>,
  send: SendPart,
): Promise<bigint> {
  const loaded = await withConnection(connection, async (db) => {
    const opening = await openingOf(db, clientId, given.range)
    const events: Event[] = []
    for await (const batch of eventsOf(db, clientId, given.range, opening)) {
      events.push(...batch)
      if (events.length > statementRules.pdfEvents) throw new AppError(statementErrors.tooLong)
    }
    return { opening: opening.cash, events }
  })
  return drawStatement({ ...given, ...loaded }, send)
}

export async function confirmation(
  { connection, clientId, ...given }: PdfInput & Omit<ConfirmationPdf, 'trades' | 'charges' | 'events' | 'entries'>,
  send: SendPart,
): Promise<bigint> {
  const loaded = await withConnection(connection, (db) =>
    db.snapshot((sql) => loadConfirmation(sql, clientId, given.day)),
  )
  return drawConfirmation({ ...given, ...loaded }, send)
}

type AnnualInput = PdfInput & Omit<AnnualPdf, 'opening' | 'closing' | 'kinds' | 'charges' | 'loans' | 'owed'>

export async function annual({ connection, clientId, ...given }: AnnualInput, send: SendPart): Promise<bigint> {
  const loaded = await withConnection(connection, (db) =>
    db.snapshot((sql) => loadAnnual(sql, clientId, given), { isLong: true }),
  )
  return drawAnnual({ ...given, ...loaded }, send)
}

/** A whole document that was read before. */
export async function explanation({ parts, ...title }: PdfTitle & { readonly parts: readonly Part[] }) {
  const bytes: Uint8Array[] = []
  await drawDocument(title, parts, (part) => bytes.push(part))
  return Buffer.concat(bytes)
}
