/** For password managers: the login a new password belongs to. Nobody sees it. */
export function LoginName({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
