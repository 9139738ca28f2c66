import { expect } from 'vitest'
import type { Call } from './trade.ts'

/** The books as the desk shows them; they must balance. */
export async function balancedBooks({ call }: { readonly call: Call }, { token }: { readonly token: string }) {
  const { body } = await call('GET', '/desk/books', { token })
  expect(body).toMatchObject({ balanced: true, differences: [] })
  return body
}
