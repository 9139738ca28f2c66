import { type clientCalls, clientErrors } from '@sauda/contract/client/client'
import { AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { requireRow } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { findNoteDelivery, lockClient, setNoteDelivery as save } from './client.sql.ts'

/** The address on contract notes, and the client's consent to get them by e-mail. */
export const setNoteDelivery = (
  context: AppContext,
  { operator, ip, params: { clientId }, body }: RequestInput<typeof clientCalls.setNoteDelivery>,
): Promise<{ message: string }> =>
  context.db.transaction(async (tx) => {
    const { address, consentOn, reason } = body
    if (consentOn > dayInIndia(new Date())) throw new AppError(clientErrors.consentLater)
    await requireRow(lockClient(tx, clientId))
    const before = await requireRow(findNoteDelivery(tx, clientId))
    if (before.address === address && before.consentOn === consentOn) throw new AppError(clientErrors.sameDelivery)
    await save(tx, clientId, { address, consentOn })
    await recordByOperator(
      context,
      tx,
      { operator, ip },
      {
        action: 'client.note-delivery',
        subjectId: clientId,
        before: { consentOn: before.consentOn },
        // The log is never erased, so it has no address.
        after: { consentOn, isAddressChanged: before.address !== address, reason },
        topic: 'client',
        id: clientId,
      },
    )
    return { message: 'Address and consent recorded' }
  })
