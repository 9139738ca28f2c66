import type { PayoutLayout } from '@sauda/contract/payout-layout'

/** A layout as typed: columns as lines of text, and no nesting. */
export type LayoutDraft = Pick<PayoutLayout, 'name' | 'format' | 'delimiter' | 'fileName' | 'corporateCode'> &
  PayoutLayout['modes'] &
  PayoutLayout['response'] & { top: string; row: string }

export function draftOf({ modes, response, top, row, ...rest }: PayoutLayout): LayoutDraft {
  return { ...rest, ...modes, ...response, top: top.join('\n'), row: row.join('\n') }
}

export function layoutOf(draft: LayoutDraft): PayoutLayout {
  const { internal, neft, rtgs, reference, amount, status, utr, reason, paid, failed, top, row, ...rest } = draft
  return {
    ...rest,
    modes: { internal, neft, rtgs },
    response: { reference, amount, status, utr, reason, paid, failed },
    top: top === '' ? [] : top.split('\n'),
    row: row.split('\n'),
  }
}
