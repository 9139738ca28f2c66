import { bankRules } from '@sauda/contract/bank'

export const bankText = {
  recordsHint: 'Exactly as in your bank records',
  ifscHint: '11 characters, printed on your cheque book',
  unknownIfsc: 'We don’t know this code. Check it against your cheque book; if it’s correct, you can save it.',
  coolOff: `For your safety, withdrawals pause for ${bankRules.coolOffHours} hours after a change.`,
  unchanged: 'Your bank details were not changed. Please try again.',
  unconfirmed: 'Your details may have been saved; saving them again is safe.',
} as const
