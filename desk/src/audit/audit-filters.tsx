import { Button } from '@sauda/ui/button'
import { Select } from '@sauda/ui/select'
import { TextField } from '@sauda/ui/text-field'
import { useSearchParams } from 'react-router'
import { actionNames, actionText } from './words.ts'
import styles from './audit-page.module.css'

/** Narrows the log; the choice is part of the address, so that it can be sent to a colleague. */
export function AuditFilters() {
  const [address, setAddress] = useSearchParams()
  const action = address.get('action') ?? ''
  const subject = address.get('subject') ?? ''
  const put = (name: 'action' | 'subject', value: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === '') after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
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
        onChange={(event) => put('action', event.target.value)}
      />
      <TextField
        label="About"
        placeholder="ID of a client or operator"
        autoComplete="off"
        spellCheck={false}
        value={subject}
        onChange={(event) => put('subject', event.target.value.trim())}
      />
      {(action || subject) && (
        <Button variant="ghost" onClick={() => setAddress({}, { replace: true })}>
          Show all
        </Button>
      )}
    </div>
  )
}
