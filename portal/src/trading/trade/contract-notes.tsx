import { contractNoteCalls, type OwnNote } from '@sauda/contract/trading/contract-note'
import { Button } from '@sauda/ui/button'
import { Row, Stack } from '@sauda/ui/stack'
import { formatDateTime } from '@sauda/web/date-time'
import { FileText } from 'lucide-react'
import { downloadFile } from '../../shell/api.ts'
import { useBrand } from '../../shell/brand.ts'
import { useDownload } from '../../shell/download.ts'
import { useClientQuery } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'
import styles from './trade.module.css'
import { tradeText } from './trade.text.ts'

/** Practice trades have no contract note. */
const useName = (): string => (useBrand().mode === 'demo' ? tradeText.practiceNote : tradeText.note)

function NoteFile({ note: { _id, number } }: { note: OwnNote }) {
  const { userId } = useSession()
  const label = `${useName()} ${number}`
  const { state, start } = useDownload(`${label} downloaded`, tradeText.noteFailed)
  return (
    <Row as="span" gap="1 3">
      <span role="status" className="note">
        {state?.message}
      </span>
      <Button
        variant="ghost"
        size="small"
        className={styles.confirmation}
        icon={<FileText size={18} aria-hidden="true" />}
        loading={state?.is === 'loading'}
        loadingText={label}
        onClick={() =>
          void start(`${number}.pdf`, (options) =>
            downloadFile(contractNoteCalls.ownFile, { params: { userId: userId ?? '', noteId: _id } }, options),
          )
        }
      >
        {label}
      </Button>
    </Row>
  )
}

/** The note of a day, if it is among the newest; nothing where the server has none. */
export function NoteOfDay({ day }: { day: string }) {
  const { data } = useClientQuery(contractNoteCalls.ofClient, {})
  const note = data?.notes?.find((each) => each.day === day && !each.isCancelled)
  return note ? <NoteFile note={note} /> : null
}

/** All notes of a day, also the cancelled ones. */
export function NotesOfDay({ day }: { day: string }) {
  const { data } = useClientQuery(contractNoteCalls.ofClient, { query: { day } })
  const notes = data?.notes ?? []
  if (notes.length === 0) return null
  return (
    <Stack gap={2}>
      {notes.map((note) => (
        <Row key={note._id} gap="1 3" justify="between">
          <NoteFile note={note} />
          <small className="note">
            {note.isCancelled ? tradeText.noteCancelled : tradeText.noteIssued(formatDateTime(note.issuedAt))}
          </small>
        </Row>
      ))}
    </Stack>
  )
}
