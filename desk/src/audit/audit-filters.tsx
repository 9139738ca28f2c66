import { Button } from '@sauda/ui/button'
import { Select } from '@sauda/ui/select'
import { TextField } from '@sauda/ui/text-field'
import { useSearchParams } from 'react-router'
import { withText } from '../shell/address-text.ts'
import { actionNames, actionText } from './words.ts'
import styles from './audit-page.module.css'

/** Narrows the log; the choice is part of the address, so that it can be sent to a colleague. */
export function AuditFilters({ subject, onSubject }: { subject: string; onSubject: (text: string) => void }) {
  const [address, setAddress] = useSearchParams()
  const action = address.get('action') ?? ''
  const known = Object.keys(actionNames)
  const offered = action === '' || known.includes(action) ? known : [action, ...known]
  return (
    <div className={styles.filters}>
      <Select
        label="Action"
        value={action}
        options={[
          { value: '', label: 'All actions' },
          ...offered.map((value) => ({ value, label: actionText(value) })),
        ]}
        onChange={(event) => setAddress(withText(address, 'action', event.target.value), { replace: true })}
      />
      <TextField
        label="About"
        placeholder="Client ID or email"
        autoComplete="off"
        spellCheck={false}
        value={subject}
        onChange={(event) => onSubject(event.target.value)}
      />
      {(action || subject) && (
        <Button variant="ghost" onClick={() => setAddress({}, { replace: true })}>
          Show all
        </Button>
      )}
    </div>
  )
}
