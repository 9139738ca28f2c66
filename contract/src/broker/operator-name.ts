import type { Right } from '../platform/call.ts'

/** Every right once, in the groups of the desk's menu. */
export const rightGroups = {
  Clients: ['kyc.review', 'client.read', 'client.write', 'client.freeze', 'client.view', 'complaint.handle'],
  Money: [
    'wallet.approve',
    'wallet.pay',
    'loan.offer',
    'charge.raise',
    'charge.approve',
    'ledger.read',
    'ledger.adjust',
  ],
  Trades: ['trade.book', 'exchange.import', 'price.import', 'settlement.manage'],
  Control: ['content.edit', 'audit.read', 'operator.manage'],
} as const satisfies Record<string, readonly Right[]>
