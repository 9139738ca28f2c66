import { creditedBy } from './approval/approver.ts'
import type { Config } from './config.ts'
import { contradictedClients } from './ledger/bank-statement.ts'
import { pinnedTexts } from './note/note.ts'
import type { Secret } from './platform/secret.ts'
import { otherPayers } from './reconciliation/reconciliation.payers.ts'
import type { WarningSources } from './queue/risk.ts'

/** What the features know about clients, for the warnings of every case and list. */
export const warningSources = (config: Config, secret: Secret): WarningSources => ({
  pinned: (sql, clientIds) => pinnedTexts(sql, secret, clientIds),
  contradicted: async (sql, clientIds) =>
    new Set((await contradictedClients(sql, clientIds)).map(({ clientId }) => clientId)),
  payers: otherPayers,
  creditedBy: (sql, who) => creditedBy({ config }, sql, who),
})
