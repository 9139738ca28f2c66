import type { LedgerAccount, LedgerEvent } from '@sauda/contract/core/ledger'
import { randomUUID } from 'node:crypto'
import { post } from '../src/core/ledger/ledger.ts'
import type { TestServer } from './server.ts'

export type Leg = readonly [event: LedgerEvent, from: LedgerAccount, to: LedgerAccount, paise: bigint]

/** Books each as a journal of its own, with an invented cause. */
export async function postEach(
  { app }: Pick<TestServer, 'app'>,
  clientId: string,
  legs: readonly Leg[],
): Promise<void> {
  for (const [event, from, to, paise] of legs)
    await app.context.db.transaction((tx) =>
      post(
        tx,
        { event, clientId, causeId: randomUUID(), postings: [{ from, to, paise }] },
        { status: 422, message: 'Too little' },
      ),
    )
}
