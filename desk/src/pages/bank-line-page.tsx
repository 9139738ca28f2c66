import { LineCasePage } from '../money/reconciliation/line-case.tsx'
import { ClientPicker } from '../client/client/client-picker.tsx'
import { nothingShown, ShownCase } from '../shell/review.tsx'
import { RequestPage } from './case-pages.tsx'

/** The second of two approvals is given beside the bank lines, on everything that it is bound to. */
export const BankLinePage = () => (
  <LineCasePage
    ClientPicker={ClientPicker}
    secondOf={(id, inList) => (
      <ShownCase value={{ ...nothingShown, id, inList }}>
        <RequestPage />
      </ShownCase>
    )}
  />
)
