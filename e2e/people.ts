import { expect, type Page } from '@playwright/test'
import type { Sauda } from './harness.ts'
import type { Mail } from './mail-server.ts'

export interface Person {
  name: string
  email: string
  mobile: string
  password: string
}

export interface Client extends Person {
  token: string
  userId: string
  isDocsVerified: string
}

let count = 0
// Letters only, as a name must be.
const surnames = ['Iyer', 'Sharma', 'Khan', 'Das', 'Patil', 'Reddy', 'Gill', 'Menon', 'Bose', 'Rao']

/** Somebody nobody has met yet. */
export function newPerson(first = 'Asha'): Person {
  count += 1
  const salt = `${Date.now() % 1e6}${String(count).padStart(3, '0')}`
  return {
    name: `${first} ${surnames[count % surnames.length]}`,
    email: `${first.toLowerCase()}.${salt}@example.com`,
    mobile: `9${salt.padStart(9, '0')}`,
    password: 'Monsoon-in-Kerala-9',
  }
}

/** The six digits of a mailed code. */
export function codeIn(mail: Mail): string {
  const code = /^\d{6}$/m.exec(mail.text)?.[0]
  if (!code) throw new Error(`No code in the mail "${mail.subject}":\n${mail.text}`)
  return code
}

/** Asks the server as a screen would, for what a story takes for granted. */
export async function call<T>(
  { url }: Sauda,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer}`)
  return JSON.parse(answer) as T
}

/** A client who has registered and verified their e-mail address; documents not sent yet. */
export async function newClient(sauda: Sauda, first?: string): Promise<Client> {
  const person = newPerson(first)
  const body = { ...person, executiveName: 'Ravi', referralId: '' }
  await call(sauda, 'POST', '/user/register', { body })
  const otp = codeIn(await sauda.nextMailTo(person.email))
  const answer = await call<{ token: string; userId: string; isDocsVerified: string }>(
    sauda,
    'POST',
    '/user/verify-otp',
    { body: { otp, email: person.email } },
  )
  return { ...person, ...answer }
}

/** Opens the portal with the client logged in, as after a login in this browser. */
export async function enter(page: Page, client: Client, path = '/account/profile'): Promise<void> {
  await page.goto('/icon.svg')
  await page.evaluate(({ token, userId, isDocsVerified }) => {
    localStorage.setItem('token', token)
    localStorage.setItem('user_id', userId)
    localStorage.setItem('isDocsVerified', isDocsVerified)
    localStorage.setItem('isLoggedIn', 'true')
  }, client)
  await page.goto(path)
}

/** An operator at the keyboard: logs in on the desk's own screen. */
export async function logInAtDesk(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/desk/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible()
}
