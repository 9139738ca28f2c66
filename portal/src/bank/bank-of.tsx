import { Landmark, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './bank.module.css'
import { useIfsc } from './bank.api.ts'

/** Which bank and branch an IFSC names, while it is typed. New codes appear every month, so an unknown one only warns. */
export function BankOf({ ifsc, otherwise }: { ifsc: string; otherwise: ReactNode }) {
  const found = useIfsc(ifsc).data
  return <span aria-live="polite">{found ? <Found {...found} /> : otherwise}</span>
}

interface FoundProps {
  known: boolean
  bank?: string | undefined
  branch?: string | undefined
}

function Found({ known, bank, branch }: FoundProps) {
  if (!known)
    return (
      <span className={styles.unknown}>
        <TriangleAlert aria-hidden="true" />
        We don’t know this code. Check it against your cheque book; if it’s correct, you can save it.
      </span>
    )
  return (
    <span className={styles.bank}>
      <Landmark aria-hidden="true" />
      {[bank, branch].filter(Boolean).join(', ')}
    </span>
  )
}
