import { postOpenings } from '../../core/ledger/ledger.ts'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { insertOpenings, type OpeningPosition } from './lot.sql.ts'
import { formatDeal } from './trade.alone.ts'

type Holder = {
  readonly id: string
  readonly positions: readonly {
    readonly symbol: string
    readonly quantity: bigint
    readonly unitCost: bigint
    readonly cost: bigint
    readonly purchasedOn: string
  }[]
}

/** Positions that imported clients already had, oldest first: they cost no money here, and can be sold as any other. */
export async function openPositions(
  tx: Tx,
  clients: readonly Holder[],
  by: { readonly importId: string; readonly operatorId: string },
): Promise<void> {
  const positions = clients.flatMap(({ id: clientId, positions: held }) =>
    held
      .toSorted((a, b) => (a.purchasedOn < b.purchasedOn ? -1 : a.purchasedOn > b.purchasedOn ? 1 : 0))
      .map(({ symbol, unitCost, ...position }): OpeningPosition => ({
        ...position,
        id: newId(),
        clientId,
        stock: symbol,
        price: unitCost,
      })),
  )
  if (positions.length === 0) return
  await insertOpenings(tx, positions, by)
  await postOpenings(
    tx,
    positions.map((position) => ({
      event: 'opening.position',
      clientId: position.clientId,
      causeId: position.id,
      reason: formatDeal(position),
      to: 'invested',
      paise: position.cost,
    })),
  )
}
