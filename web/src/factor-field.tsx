import { Button } from '@sauda/ui/button'
import { TextField, type TextFieldProps } from '@sauda/ui/text-field'
import { useState } from 'react'

interface FactorFieldProps extends TextFieldProps {
  /** `app`: digits, or a recovery code on request. `mail`: digits. `recovery`: a recovery code. */
  from: 'app' | 'mail' | 'recovery'
}

/** The code of a second factor: a phone shows the keyboard that it needs. */
export function FactorField({ from, hint, ...field }: FactorFieldProps) {
  const [isRecovery, setRecovery] = useState(from === 'recovery')
  return (
    <TextField
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      inputMode={isRecovery ? 'text' : 'numeric'}
      hint={
        from !== 'app' ? (
          hint
        ) : (
          <Button
            variant="ghost"
            size="small"
            onClick={(event) => {
              setRecovery(!isRecovery)
              event.currentTarget.closest('form')?.querySelector<HTMLElement>('[autocomplete="one-time-code"]')?.focus()
            }}
          >
            {isRecovery ? 'Use the code from the app' : 'Use a recovery code'}
          </Button>
        )
      }
    />
  )
}
