import { Button } from '@sauda/ui/button'
import { TextField } from '@sauda/ui/text-field'
import { Check } from '../shell/check.tsx'
import { referenceHint, referenceOutcome } from './decision.ts'
import type { Request } from './wallet.api.ts'

interface ReferenceFieldProps {
  request: Request
  value: string
  error: string | undefined
  /** The payment's reference in an imported statement. */
  bankReference: string | undefined
  onChange: (reference: string) => void
}

/** The bank's reference, compared with what the client or the first operator entered. */
export function ReferenceField({ request, value, error, bankReference, onChange }: ReferenceFieldProps) {
  return (
    <>
      <TextField
        label="Reference in the bank statement"
        hint={bankReference === undefined ? referenceHint(request) : 'Found in an imported statement.'}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      {bankReference !== undefined && value !== bankReference && (
        <Button variant="ghost" size="small" onClick={() => onChange(bankReference)}>
          {`Use ${bankReference} from the statement`}
        </Button>
      )}
      <ReferenceCheck request={request} typed={value} />
    </>
  )
}

function ReferenceCheck({ request, typed }: { request: Request; typed: string }) {
  const isDeposit = request.type === 'added'
  const known = isDeposit ? request.utr : request.firstApprovalReference
  if (known === undefined) return isDeposit ? <Check outcome="unknown">The client entered no UTR.</Check> : null
  const outcome = referenceOutcome(typed, known)
  const words = isDeposit ? utrWords(known) : approvalWords(request.firstApproval ?? '', known)
  return <Check outcome={outcome}>{words[outcome]}</Check>
}

const utrWords = (utr: string) => ({
  unknown: 'Compared with the UTR the client entered.',
  fits: 'Same as the UTR the client entered',
  differs: `Differs from the UTR the client entered, ${utr}`,
})
const approvalWords = (operator: string, reference: string) => ({
  unknown: `Compared with the reference ${operator} entered.`,
  fits: `Same as the reference ${operator} entered`,
  differs: `Differs from the reference ${operator} entered, ${reference}`,
})
