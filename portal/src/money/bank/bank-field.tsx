import { RewrittenField } from '@sauda/ui/rewritten-field'
import type { TextFieldProps } from '@sauda/ui/text-field'
import { Row } from '@sauda/ui/stack'
import { Landmark, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIfsc, type BankField } from './bank.api.ts'
import styles from './bank.module.css'

const fieldProps: Record<BankField, Omit<TextFieldProps, 'value' | 'onChange'>> = {
  accountHolderName: { label: 'Account Holder Name', autoComplete: 'name', hint: 'Exactly as in your bank records' },
  accountNumber: { label: 'Account Number', inputMode: 'numeric', autoComplete: 'off' },
  ifsc: {
    label: 'IFSC Code',
    hint: '11 characters, printed on your cheque book',
    autoComplete: 'off',
    autoCapitalize: 'characters',
  },
}

interface BankFieldRowProps extends Pick<TextFieldProps, 'suffix' | 'hint' | 'onFocus' | 'onBlur'> {
  field: BankField
  value: string
  onText: (text: string) => void
  rewrite?: (text: string) => string
  error?: string | undefined
  /** While saving. Not `disabled`, which would lose the focus. */
  readOnly: boolean
}

export function BankFieldRow({ field, value, onText, rewrite = asTyped, hint, ...rest }: BankFieldRowProps) {
  const own = fieldProps[field]
  return (
    <RewrittenField
      {...own}
      {...rest}
      hint={field === 'ifsc' ? <BankOf ifsc={value} otherwise={own.hint} /> : (hint ?? own.hint)}
      name={field}
      spellCheck={false}
      required
      value={value}
      onText={onText}
      rewrite={rewrite}
    />
  )
}

const asTyped = (text: string): string => text

/** New codes appear every month, so an unknown one is only a warning. */
function BankOf({ ifsc, otherwise }: { ifsc: string; otherwise: ReactNode }) {
  const found = useIfsc(ifsc).data
  return <span aria-live="polite">{found ? <Found {...found} /> : otherwise}</span>
}

function Found({ known, bank, branch }: { known: boolean; bank?: string | undefined; branch?: string | undefined }) {
  if (!known)
    return (
      <Row as="span" tight align="start" gap={2} className={styles.unknown}>
        <TriangleAlert />
        We don’t know this code. Check it against your cheque book; if it’s correct, you can save it.
      </Row>
    )
  return (
    <Row as="span" tight align="start" gap={2} className={styles.bank}>
      <Landmark />
      {[bank, branch].filter(Boolean).join(', ')}
    </Row>
  )
}
