import { sentence } from '@sauda/ui/sentence'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { OpeningSteps } from '../shell/opening-steps.tsx'
import styles from './auth.module.css'
import { useVerify } from './otp-flow.ts'
import { OtpForm } from './otp-form.tsx'
import { Head } from './waiting.tsx'

/** The standalone OTP screen knows no e-mail address: the server finds the registration by its cookie. */
export default function VerifyOtp() {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const { otp, change, error, busy, verify } = useVerify()
  return (
    <>
      <OpeningSteps current={1} />
      <Head title="Verify OTP">Enter the 6-digit code from our email.</Head>
      <div ref={form}>
        <OtpForm action="Submit" otp={otp} error={error} busy={busy} onOtp={change} onSubmit={verify} />
      </div>
      <p className={styles.other}>
        {sentence('Didn’t get it? {link}', { link: <Link to="/create-account">Register again</Link> })}
      </p>
    </>
  )
}
