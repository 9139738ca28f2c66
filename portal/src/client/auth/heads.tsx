import { sentence } from '@sauda/ui/sentence'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OpeningSteps } from '../../shell/steps.tsx'
import styles from './auth.module.css'

export function Head({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={`soft balance ${styles.under}`}>{children}</p>
    </>
  )
}

export const loginHead = <Head title="Log in">Welcome back! Please login to your account.</Head>

export const createAccountHead = (
  <>
    <OpeningSteps current={0} />
    <Head title="Create an account">
      Open your demat account in a few minutes. You’ll need your PAN and Aadhaar cards.
    </Head>
  </>
)

export function SignUp() {
  return (
    <p className={styles.other}>{sentence('New here? {link}', { link: <Link to="/create-account">Sign up</Link> })}</p>
  )
}
