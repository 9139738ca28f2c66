import type { RequestType } from '@sauda/contract/wallet'

export const requestNames: Record<RequestType, string> = { added: 'Deposit', withdrawal: 'Withdrawal' }
