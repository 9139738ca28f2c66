import { Button } from '@sauda/ui/button'
import { Checkbox } from '@sauda/ui/checkbox'
import { rewriteInput, watchFocus } from '@sauda/ui/dom'
import { PasswordField } from '@sauda/ui/password-field'
import { sentence } from '@sauda/ui/sentence'
import { TextField } from '@sauda/ui/text-field'
import { appToast } from '../shell/toast.ts'
import type { ChangeEvent } from 'react'
import { useForm, useWatch, type UseFormRegisterReturn } from 'react-hook-form'
import type { Registration } from './auth.api.ts'
import styles from './auth.module.css'
import { LoginName } from './login-name.tsx'
import { PasswordRules } from './password-rules.tsx'
import { mobileTyped, registrationResolver, type RegistrationForm } from './registration.ts'

interface RegistrationFieldsProps {
  referralId: string
  onSend: (body: Registration) => Promise<{ field?: 'email' | 'mobile'; words: string } | undefined>
}

const rulesId = 'password-rules'

export function RegistrationFields({ referralId, onSend }: RegistrationFieldsProps) {
  const { register, handleSubmit, control, getValues, setError, formState } = useForm<RegistrationForm>({
    resolver: registrationResolver,
    mode: 'onTouched',
    defaultValues: {
      name: '',
      email: '',
      mobile: '',
      password: '',
      confirmPassword: '',
      executiveName: '',
      terms: false,
      referralId,
    },
  })
  const { errors, isSubmitting, submitCount } = formState
  const [email, password, confirmPassword] = useWatch({ control, name: ['email', 'password', 'confirmPassword'] })
  const unequal = confirmPassword !== '' && confirmPassword !== password

  const send = handleSubmit(
    async ({ name, email, mobile, password: secret, executiveName, referralId: referral }) => {
      const sent = getValues()
      const isThere = watchFocus()
      const refused = await onSend({ name, email, mobile, password: secret, executiveName, referralId: referral })
      const field = refused?.field
      // What was typed meanwhile is another address or number, of which nothing is known.
      if (field && getValues(field) === sent[field])
        setError(field, { type: 'server', message: refused.words }, { shouldFocus: isThere() })
    },
    (found) => {
      if (found.password) appToast.error('Please fix password requirements')
    },
  )
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <TextField label="Full Name" autoComplete="name" required {...register('name')} error={errors.name?.message} />
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...register('email')}
        error={errors.email?.message}
      />
      <TextField
        label="Mobile Number"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        required
        {...digits(register('mobile'))}
        error={errors.mobile?.message}
      />
      <LoginName email={email} />
      <div className={styles.group}>
        <PasswordField
          label="Password"
          autoComplete="new-password"
          required
          {...register('password', { deps: confirmPassword ? ['confirmPassword'] : [] })}
          aria-describedby={rulesId}
          aria-invalid={errors.password ? true : undefined}
        />
        <PasswordRules password={password} id={rulesId} urgent={submitCount > 0} />
      </div>
      <PasswordField
        label="Confirm Password"
        noun="confirmation"
        autoComplete="new-password"
        required
        {...register('confirmPassword')}
        error={
          unequal ? 'Passwords do not match' : confirmPassword === '' ? errors.confirmPassword?.message : undefined
        }
      />
      <TextField
        label="Executive Name"
        hint="The person who told you about us"
        autoComplete="off"
        required
        {...register('executiveName')}
        error={errors.executiveName?.message}
      />
      {referralId && (
        <p className={styles.note}>{sentence('Referral ID {id}', { id: <strong>{referralId}</strong> })}</p>
      )}
      <Checkbox
        label={sentence('I accept the {terms} and the {privacy}', {
          terms: (
            <a href="/terms" target="_blank" rel="noreferrer" className={styles.whole}>
              Terms of service
            </a>
          ),
          privacy: (
            <a href="/privacy" target="_blank" rel="noreferrer" className={styles.whole}>
              Privacy policy
            </a>
          ),
        })}
        required
        {...register('terms')}
        error={errors.terms?.message}
      />
      <Button type="submit" full loading={isSubmitting}>
        Create an account
      </Button>
    </form>
  )
}

/** Rewritten before the form reads it, so that what is checked is what stands there. */
function digits(field: UseFormRegisterReturn) {
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    rewriteInput(event, mobileTyped)
    void field.onChange(event)
  }
  return { ...field, onChange }
}
