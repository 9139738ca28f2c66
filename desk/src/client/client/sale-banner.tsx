import { closureCalls, type SaleRequest } from '@sauda/contract/client/closure'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { DateTime } from '@sauda/web/date-time'
import { DialogButton, type DialogState, FormDialog, reasonField } from '../../shell/form-dialog.tsx'
import { useCan } from '../../shell/me.ts'
import { ButtonLink } from '../../shell/page.tsx'
import type { Client } from './client.api.ts'

interface SaleProps {
  client: Client
  sale: SaleRequest
}

/** The client asked for a call about selling everything (decision 0102). */
export function SaleBanner({ client, sale }: SaleProps) {
  const { holdings, requestedAt } = sale
  const books = useCan()('trade.book')
  return (
    <AlertBanner
      tone="warn"
      title="The client asked for a call to sell all holdings"
      action={
        books && (
          <Row>
            <ButtonLink size="small" to="?show=trades">
              Open positions
            </ButtonLink>
            <DialogButton size="small" dialog={(state) => <CloseSaleDialog client={client} sale={sale} {...state} />}>
              Close request
            </DialogButton>
          </Row>
        )
      }
    >
      {sentence(
        'Sent on {time}, to close the account: {holdings}. It is no order: a dealer calls {mobile} on the recorded line, takes each order and books the sale. The request ends when everything is sold.',
        {
          time: <DateTime at={requestedAt} />,
          holdings: holdings.map(({ stockName, quantity }) => `${quantity} ${stockName}`).join(', '),
          mobile: client.mobile,
        },
      )}
    </AlertBanner>
  )
}

const CloseSaleDialog = ({ client: { name }, sale: { _id: saleId }, ...dialog }: DialogState & SaleProps) => (
  <FormDialog
    {...dialog}
    call={closureCalls.closeSale}
    params={{ saleId }}
    empty={{ reason: '' }}
    title={`Close the request of ${name}`}
    description="For example because the client decided otherwise on the call. Nothing is sold by it."
    fields={[reasonField('The client gets it by e-mail.')]}
    action="Close request"
    loadingText="Closing"
    done={`The request of ${name} was closed`}
  />
)
