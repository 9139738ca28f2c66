import type { Call } from '@sauda/contract/platform/call'
import { features } from '@sauda/contract/calls'
import { makerRightOf, type ProposalKind, proposalKindNames } from '@sauda/contract/core/proposal'
import { expect, test } from 'vitest'

/** The call by which an operator requests it. */
const calls: Readonly<Record<ProposalKind, string>> = {
  'trade.buy': 'trade.buy',
  'trade.sell': 'trade.sell',
  'trade.file': 'trade-file.book',
  'levy-file.count': 'levy-file.importFile',
  'clearing-file.count': 'clearing.importFile',
  'price-file.count': 'closing-price.importFile',
  'security-file.count': 'security.importFile',
  'stt-list.count': 'stt-class.importList',
  'loan.offer': 'loan.offer',
  'receipt.credit': 'reconciliation.credit',
  'receipt.book': 'line-booking.book',
  'receipt.reverse': 'line-booking.reverse',
  'receipt.close': 'reconciliation.settle',
  'statement.correct': 'bank-statement.correct',
  'statement.explain': 'bank-statement.explain',
  'statement.withdraw': 'bank-statement.withdraw',
  'statement-layout.change': 'reconciliation.saveLayout',
  'payout.release': 'payout.create',
  'payout.cancel': 'payout.cancel',
  'payout.fail': 'payout.importAnswer',
  'payout.resume': 'payout.resume',
  'payout-layout.change': 'payout.saveLayout',
  'bank-day.close': 'bank-day.close',
  'client-import.book': 'client-import.importFile',
  'kyc.pan': 'kyc.decide',
  'kyc.correct': 'kyc.correct',
  'kyc.identity': 'identity.correct',
  'contact.change': 'contact.propose',
  'operator.add': 'operator.addOperator',
  'operator.role': 'operator.changeRole',
  'operator.reset': 'operator.resetOperator',
  'operator.rights': 'operator.changeRights',
  'operator.role-add': 'operator.addRole',
  'operator.role-rename': 'operator.renameRole',
  'operator.role-retire': 'operator.retireRole',
  'exchange-file.book': 'exchange-file.importFile',
  'clearing.corporation': 'corporation.set',
  'shortage.end': 'clearing.endShortage',
  'shortage.close': 'clearing.closeShortage',
  'shortage.reopen': 'clearing.reopenShortage',
  'exchange-code.change': 'exchange-file.setCode',
  'client.unfreeze': 'client.unfreeze',
  'client.trading-account': 'client.setTradingAccount',
  'instrument.add': 'market.addInstrument',
  'instrument.change': 'market.editInstrument',
  'calendar.change': 'calendar.add',
  'calendar-list.count': 'calendar.importList',
  'charge-rate.set': 'trade-charge.setRate',
  'stt-class.set': 'stt-class.set',
  'stt-class.exempt': 'stt-class.exempt',
  'brokerage-plan.set': 'trade-charge.setPlan',
  'brokerage-plan.assign': 'trade-charge.assignPlan',
  'brokerage-plan.assign-several': 'trade-charge.assignPlans',
  'broker-bank.add': 'broker-bank.add',
  'broker-bank.change': 'broker-bank.edit',
  'broker-bank.open': 'broker-bank.open',
  'broker-bank.open-reverse': 'broker-bank.reverseOpening',
  'template.add': 'message.addTemplate',
  'template.edit': 'message.editTemplate',
  'template.retire': 'message.retireTemplate',
  'complaint.level': 'complaint.saveLevel',
  'privacy.erase': 'privacy.erase',
}

test.each(proposalKindNames)(
  'the maker of %s needs the right of the call that requests it, so that it does not lapse',
  (kind) => {
    const [feature = '', name = ''] = calls[kind].split('.')
    const call: Call | undefined = features[feature]?.[name]
    expect([kind, makerRightOf(kind)]).toEqual([kind, call?.who])
  },
)
