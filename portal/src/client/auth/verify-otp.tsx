import { sentence } from '@sauda/ui/sentence'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { OpeningSteps } from '../../shell/steps.tsx'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'
import { pendingRegistration, sendAgain, useVerify } from './otp-flow.ts'
import { CodeSent, OtpForm, Resend } from './otp-form.tsx'
import { Head } from './heads.tsx'

/** The footer of the public pages is in the page that the server sent (application-pages.tsx). */
function showFooter() {
  const footer = document.getElementById('footer')
  if (footer) footer.hidden = false
  return () => footer?.setAttribute('hidden', '')
}

/** The server finds the registration by its cookie; this tab knows the address if it registered. */
export default function VerifyOtp() {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(showFooter, [])
  const [pending, setPending] = useState(() => pendingRegistration())
  const resend = async () => setPending((await sendAgain(pending?.email ?? '')) ?? pending)
  return (
    <>
      <OpeningSteps current={1} />
      <Head title="Verify OTP">Enter the 6-digit code from our email.</Head>
      <div ref={form}>
        <OtpForm action="Submit" lead={pending && <CodeSent email={pending.email} />} {...useVerify()}>
          <Resend sentAt={pending?.sentAt ?? 0} onResend={resend} />
        </OtpForm>
      </div>
      <p className={styles.other}>
        {sentence(authText.otherAddress, { link: <Link to="/create-account">Register again</Link> })}
      </p>
    </>
  )
}
