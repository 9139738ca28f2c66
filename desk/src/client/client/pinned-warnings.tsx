import { type ClientWarning, noteCalls, noteRules } from '@sauda/contract/client/note'
import { commonErrors } from '@sauda/contract/platform/error'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { DateTime } from '@sauda/web/date-time'
import { FormDialog, type ItemDialog, useItemDialog } from '../../shell/form-dialog.tsx'
import { useCan } from '../../shell/me.ts'
import layout from '../../shell/layout.module.css'
import styles from './client.module.css'
import { useCall } from '../../shell/api.ts'

/**
 * Shown on the client's page and on each of their cases. `ownAccount`: also that the client is the operator, which the warnings of a
 * case say themselves.
 */
export function PinnedWarnings({ clientId, ownAccount = true }: { clientId: string; ownAccount?: boolean }) {
  const { data } = useCall(noteCalls.warnings, { params: { clientId } })
  // It stays until the answer arrives, also if a live update shows its effect before.
  const removal = useItemDialog<ClientWarning>((props) => <EndDialog {...props} clientId={clientId} />)
  const warnings = data?.warnings ?? []
  return (
    <>
      {ownAccount && data?.ownAccount && <AlertBanner tone="warn">{commonErrors.ownAccount.message}</AlertBanner>}
      {warnings.length > 0 && <Warnings warnings={warnings} onRemove={removal.show} />}
      {removal.dialog}
    </>
  )
}

interface WarningsProps {
  warnings: readonly ClientWarning[]
  onRemove: (warning: ClientWarning) => void
}

function Warnings({ warnings, onRemove }: WarningsProps) {
  const can = useCan()
  return (
    <AlertBanner
      tone="warn"
      className={styles.warnings}
      title={warnings.length === 1 ? 'Warning about this client' : 'Warnings about this client'}
    >
      <ul className={`${layout.list} ${styles.notes}`}>
        {warnings.map((warning) => (
          <li key={warning._id}>
            <p className={layout.written}>{warning.text}</p>
            <div className={layout.bar}>
              <span className={layout.soft}>
                {warning.by}, <DateTime at={warning.at} />
              </span>
              {can('client.write') && (
                <Button variant="ghost" size="small" onClick={() => onRemove(warning)}>
                  Remove warning
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </AlertBanner>
  )
}

const EndDialog = ({ item: warning, clientId, ...dialog }: ItemDialog<ClientWarning> & { clientId: string }) => (
  <FormDialog
    {...dialog}
    call={noteCalls.end}
    params={{ clientId, noteId: warning._id }}
    empty={{ text: '' }}
    title="Remove this warning?"
    description="It is no longer shown on top of the client and their cases. The warning and your reason stay in the timeline."
    fields={[
      { own: <p className={layout.written}>{warning.text}</p> },
      { as: 'textarea', name: 'text', label: 'Reason', rows: 2, maxLength: noteRules.textLength },
    ]}
    action="Remove warning"
    done="Warning removed"
  />
)
