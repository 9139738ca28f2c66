import styles from './auth.module.css'

export function LoginHead() {
  return (
    <>
      <h1 tabIndex={-1}>Log in</h1>
      <p className={`${styles.lead} ${styles.under}`}>Welcome back! Please login to your account.</p>
    </>
  )
}

export function CreateAccountHead() {
  return (
    <>
      <h1 tabIndex={-1}>Create an account</h1>
      <p className={`${styles.lead} ${styles.under}`}>
        Open your demat account in a few minutes. Keep your PAN and Aadhaar cards at hand.
      </p>
    </>
  )
}
