import { noteCalls } from '@sauda/contract/client/note'
import type { NoteContext, RouteContext } from '../../app-context.ts'
import { addNote, endWarning, warningsOf } from './note.ts'

export function noteRoutes(context: RouteContext & NoteContext): void {
  const { mount, mountCommand, db, secret } = context

  mount(noteCalls.warnings, async ({ params }) => ({ warnings: await warningsOf(db, secret, params.clientId) }))
  // A repeated request under the same key adds no second note.
  mountCommand(noteCalls.add, (tx, given) => addNote(context, tx, given))
  mountCommand(noteCalls.end, (tx, given) => endWarning(context, tx, given))
}
