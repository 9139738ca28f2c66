import { Reply } from '../shell/reply.tsx'
import { useDepositReply } from './wallet.api.ts'

/** Of a rejected deposit: the client answers, and the desk looks for the payment again. */
export function DepositReply({ transactionId }: { transactionId: string }) {
  const send = useDepositReply(transactionId)
  return (
    <Reply
      label="Reply with more information"
      hint="For example a screenshot of the payment in your UPI app, up to 5 MB."
      send={send}
    />
  )
}
