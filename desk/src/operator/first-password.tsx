import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { CopyButton } from '@sauda/web/copy-button'
import styles from './add-operator.module.css'

interface FirstPasswordProps {
  open: boolean
  operator: { name: string; email: string }
  password: string
  onClose: () => void
}

/** The first password is nowhere else: the dialog stays until it is closed on purpose. */
export function FirstPassword({ open, operator, password, onClose }: FirstPasswordProps) {
  return (
    <Dialog
      open={open}
      blocking
      title={`${operator.name} can log in`}
      description="Give this password to the operator in person. It is not e-mailed and will not be shown again."
      footer={<Button onClick={onClose}>I have given them the password</Button>}
    >
      <DescriptionList
        items={[
          { term: 'Email', value: operator.email },
          { term: 'First password', value: <code className={styles.password}>{password}</code> },
        ]}
      />
      <div>
        <CopyButton text={password} name="Copy password" done="Password copied" variant="secondary" named />
      </div>
    </Dialog>
  )
}
