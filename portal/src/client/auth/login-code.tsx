import { Button } from '@sauda/ui/button'
import { Stack } from '@sauda/ui/stack'
import { FactorField } from '@sauda/web/factor-field'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { authText } from './auth.text.ts'
import { Head } from './heads.tsx'

const codeHeads = {
  app: <Head title="Two-step login">Enter the code from your authenticator app, or one of your recovery codes.</Head>,
  passkey: <Head title="Use your passkey">Your password is correct. Your account also needs your passkey.</Head>,
  mail: (
    <Head title="Check your email">
      There were many failed attempts to log in to your account today. To protect it, we have sent a code to your email
      address. Enter it here.
    </Head>
  ),
}

export type CodeSource = keyof typeof codeHeads

export const isCodeSource = (kind: string): kind is CodeSource => kind in codeHeads

interface LoginCodeProps {
  from: CodeSource
  error: string
  busy: boolean
  passkeyLogin: ReactNode
  onSubmit: (code: string) => void
  onBack: () => void
}

/** The second step of a login with a password. */
export function LoginCode({ from, error, busy, passkeyLogin, onSubmit, onBack }: LoginCodeProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!busy) field.current?.select()
  }, [busy])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const trimmed = code.replace(/\s/g, '')
    setMissing(!trimmed)
    if (trimmed) onSubmit(trimmed)
    else field.current?.focus()
  }
  return (
    <>
      {codeHeads[from]}
      <Stack as="form" gap={5} onSubmit={submit} noValidate>
        {from === 'passkey' && passkeyLogin}
        <FactorField
          key={from}
          from={from === 'passkey' ? 'recovery' : from}
          ref={field}
          label={from === 'passkey' ? 'Or one of your recovery codes' : 'Code'}
          name="code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={missing ? authText.missingCode : error}
          readOnly={busy}
        />
        <Button type="submit" full loading={busy}>
          Log in
        </Button>
        <Button variant="ghost" full disabled={busy} onClick={onBack}>
          Use another email or password
        </Button>
      </Stack>
    </>
  )
}
