import type { Reply as SentReply } from '@sauda/contract/core/reply'
import { Button } from '@sauda/ui/button'
import { AmountText } from '@sauda/ui/money'
import { formatDateTime } from '@sauda/web/date-time'
import { useState } from 'react'
import { lazyPart } from './lazy-part.tsx'
import type { ReplyFormProps } from './reply-form.tsx'

const ReplyForm = lazyPart(() => import('./reply-form.tsx').then((module) => module.ReplyForm))

/** A button that opens the form; most rejections are not answered. */
export function Reply({ label, ...form }: ReplyFormProps & { label: string }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <ReplyForm {...form} />
  return (
    <div>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
    </div>
  )
}

export function SentReplies({ replies }: { replies: readonly SentReply[] }) {
  return replies.map(({ _id, text, hasProof, createdAt }) => (
    <p key={_id} className="note anywhere">
      <AmountText>
        {`You replied on ${formatDateTime(createdAt)}: ${[text, hasProof && 'photo attached'].filter(Boolean).join(' · ')}`}
      </AmountText>
    </p>
  ))
}
