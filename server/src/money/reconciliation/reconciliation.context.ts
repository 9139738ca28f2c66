import type { AppContext } from '../../app/app-context.ts'
import type { Decider } from '../../core/approval/proposal.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'

export type Outcome = { readonly waitsForSecond: boolean }
export type Decision = { readonly id: string; readonly operator: CurrentOperator; readonly ip: string }

/**
 * Why a deposit or withdrawal is left out; `mustOpen`: on its own page the operator may approve it; `isFirst`: an approval
 * would be the first of two.
 */
export type Obstacle = { readonly reasons: string[]; readonly mustOpen?: true; readonly isFirst?: true }

/** Client money that settlements release, in paise: of each client, the largest first, and in total. */
export type Releasable = {
  readonly total: bigint
  readonly clients: readonly {
    readonly clientId: string
    readonly saudaId: string
    readonly name: string
    readonly paise: bigint
  }[]
}

/** What bank entries need of other groups. */
export type BankContext = AppContext & {
  /** The bank returned a withdrawal after it had confirmed it. */
  readonly returnClosure: (
    tx: Tx,
    payment: { readonly by: Decider; readonly clientId: string; readonly paise: bigint },
  ) => Promise<void>
  readonly releasable: (sql: Sql, settlementIds: readonly string[]) => Promise<Releasable>
}
