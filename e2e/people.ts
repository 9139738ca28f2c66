import { expect, type Locator, type Page } from '@playwright/test'
import type { Photo } from './cards.ts'
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

/** Three syllables of letters, as a name must be: tests of one server find their client by the name. */
function newSurname(): string {
  let rest = (Date.now() + 7919 * count) % 1e6
  const take = (letters: string): string => {
    const letter = letters[rest % letters.length] ?? ''
    rest = Math.floor(rest / letters.length)
    return letter
  }
  const [first = '', ...others] = [1, 2, 3].map(() => take('bcdfghjklmnpqrstvwyz') + take('aeiou')).join('')
  return first.toUpperCase() + others.join('')
}

/** A new person. */
export function newPerson(first = 'Asha'): Person {
  count += 1
  const salt = `${Date.now() % 1e6}${String(count).padStart(3, '0')}`
  return {
    name: `${first} ${newSurname()}`,
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

/** Calls the server directly, to prepare data for a test; repeats a call that a busy server did not take. */
export async function call<T>(
  sauda: Sauda,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<T> {
  const response = await fetch(`${sauda.url}/api${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
  const answer = await response.text()
  if (response.status === 503 && answer.includes('We are busy right now')) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return call(sauda, method, path, { token, body })
  }
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

export type Cards = Record<'pan' | 'aadhaar', Photo>

/** Sends both photos, as the document screen does. */
export async function sendDocuments(sauda: Sauda, { token }: Client, cards: Cards): Promise<void> {
  const body = new FormData()
  for (const [field, { buffer, mimeType, name }] of Object.entries(cards))
    body.append(field, new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  await call(sauda, 'POST', '/user/upload-docs', { token, body })
}

const desks = new WeakMap<Sauda, Promise<string>>()

/** The first operator's token. */
export function deskToken(sauda: Sauda): Promise<string> {
  const known =
    desks.get(sauda) ??
    call<{ token: string }>(sauda, 'POST', '/desk/login', { body: sauda.admin }).then(({ token }) => token)
  desks.set(sauda, known)
  return known
}

/** Decides both documents of a client: accepted, or re-upload requested with a reason. */
export async function decide(sauda: Sauda, client: Client, reason?: string, pan?: string): Promise<void> {
  // Everybody gets a PAN of their own, unless one is given.
  count += 1
  const number = pan ?? `ABCPD${String(count).padStart(4, '0')}K`
  const accepted = { pan: { accept: true, number, name: client.name }, aadhaar: { accept: true, last4: '9045' } }
  const refused = { pan: { accept: false, reason }, aadhaar: { accept: false, reason } }
  const token = await deskToken(sauda)
  await call(sauda, 'POST', `/desk/kyc/${client.userId}/decide`, { token, body: reason ? refused : accepted })
}

/** A client whose documents are accepted. */
export async function verifiedClient(sauda: Sauda, cards: Cards, first?: string): Promise<Client> {
  const client = await newClient(sauda, first)
  await sendDocuments(sauda, client, cards)
  await decide(sauda, client)
  sauda.passMailTo(client.email)
  return { ...client, isDocsVerified: 'VERIFIED' }
}

/** The toast with this text; when repeated, the previous one may still be closing. */
export const toast = (page: Page, words: string): Locator => page.getByRole('alert').filter({ hasText: words }).first()

/** Fills the login form and presses its button. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Counts the requests a page makes to one call, and answers the count so far. */
export function countRequests(page: Page, path: string): () => number {
  let seen = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${path}`) seen += 1
  })
  return () => seen
}

/** Delays the responses of a call until the returned function is called, so that the pending screen can be checked. */
export async function pauseResponses(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    // A page that has navigated meanwhile no longer takes the answer.
    await route.continue().catch(() => undefined)
  })
  return resolve
}

/** Opens a page that finds these entries in the browser's storage: writing them from a page before costs a load more. */
async function openWith(page: Page, path: string, stored: Record<string, string>): Promise<void> {
  const script = await page.addInitScript((entries) => {
    // Cast, because the benches' types have no window.
    const { self, top } = globalThis as { self?: unknown; top?: unknown }
    // Not for the frames in the page, which may be of another origin.
    if (self === top) for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, stored)
  await page.goto(path)
  await script.dispose()
}

/** Opens the portal with the client logged in, as after a login in this browser. */
export const enter = (page: Page, client: Client, path = '/account/profile'): Promise<void> => {
  const { token, userId, isDocsVerified } = client
  return openWith(page, path, { token, user_id: userId, isDocsVerified, isLoggedIn: 'true' })
}

/** Opens the desk with the operator logged in; desk.e2e.ts tests the login page itself. */
export async function logInAtDesk(
  page: Page,
  { email, password }: { email: string; password: string },
  path = '/desk/queue',
): Promise<void> {
  await expect(await page.request.post('/api/desk/login', { data: { email, password } })).toBeOK()
  await openWith(page, path, { 'desk.loggedIn': '' })
  await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible()
}

/** Token of the operator who is logged in at the desk in this browser. */
export async function tokenAtDesk(page: Page): Promise<string> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'desk')?.value ?? ''
}
