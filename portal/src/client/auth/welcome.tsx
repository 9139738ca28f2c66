import { authErrors } from '@sauda/contract/client/auth'
import { buttonClass } from '@sauda/ui/button'
import { PasswordField } from '@sauda/ui/password-field'
import { Row } from '@sauda/ui/stack'
import { useBusy } from '@sauda/web/hooks'
import { passwordError, usePasswordRules } from '@sauda/web/password-rules'
import { Link, useLocation, useNavigate } from 'react-router'
import { useBrand } from '../../shell/brand.ts'
import { appToast } from '../../shell/toast.ts'
import { acceptInvitation } from './auth.api.ts'
import { authText } from './auth.text.ts'
import { NewPassword, SecurityForm, useSecurityForm } from './security-form.tsx'
import { Head } from './heads.tsx'

/** An imported client chooses the first password. The invitation is behind the #, so no server logs it. */
export default function Welcome() {
  const invitation = useLocation().hash.slice(1)
  return invitation === '' ? <WithoutLink /> : <FirstPassword invitation={invitation} />
}

function WithoutLink() {
  const { supportEmail } = useBrand()
  return (
    <>
      <Head title="Choose Your Password">{authText.welcomeLink}</Head>
      <Row>
        {supportEmail && (
          <a
            href={`mailto:${supportEmail}?subject=${encodeURIComponent(authText.newInvitation)}`}
            className={buttonClass('primary')}
          >
            Request a new link
          </a>
        )}
        <Link to="/login" className={buttonClass('secondary')}>
          Log in
        </Link>
      </Row>
    </>
  )
}

function FirstPassword({ invitation }: { invitation: string }) {
  const navigate = useNavigate()
  const brand = useBrand().name
  const rules = usePasswordRules(brand)
  const { field, ...form } = useSecurityForm({
    empty: { next: '', again: '' },
    check: ({ next, again }) => ({
      next: passwordError(rules, next) !== undefined,
      again: again !== next && authText.passwordsDiffer,
    }),
    rejectedField: (message) => (message === authErrors.commonPassword.message ? 'next' : undefined),
    pending: useBusy(),
    send: async ({ next }) => {
      const { message } = await acceptInvitation({ invitation, newPassword: next })
      appToast.success(message)
      void navigate('/login', { replace: true })
    },
  })
  return (
    <>
      <Head title="Choose Your Password">
        {`${brand} has opened an account for you. You’ll log in with your email address and this password.`}
      </Head>
      <SecurityForm action="Set Password" {...form}>
        <NewPassword rules={rules} submitted={form.submitted} {...field('next')} />
        <PasswordField
          label="Confirm new password"
          noun="confirmation"
          autoComplete="new-password"
          {...field('again')}
        />
      </SecurityForm>
    </>
  )
}
