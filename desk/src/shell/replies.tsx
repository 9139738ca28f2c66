import type { Right } from '@sauda/contract/platform/call'
import type { Reply } from '@sauda/contract/core/reply'
import { Button, buttonClass } from '@sauda/ui/button'
import { SkeletonText } from '@sauda/ui/skeleton'
import { DateTime } from '@sauda/web/date-time'
import { useObjectUrl } from '@sauda/web/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Block, Note } from './evidence.tsx'
import { Loaded } from './loaded.tsx'
import { useCan } from './me.ts'
import styles from './evidence.module.css'
import layout from './layout.module.css'
import { fetchOnce } from './api.ts'

interface RepliesProps {
  replies: readonly Reply[]
  /** To see the photos. */
  right: Right
  load: (replyId: string, signal: AbortSignal) => Promise<Blob>
}

export function Replies({ replies, right, load }: RepliesProps) {
  const can = useCan()
  if (replies.length === 0) return null
  return (
    <Block title="Replies from the client">
      <ul className={`${layout.list} ${styles.replies}`}>
        {replies.map(({ _id, text, hasProof, createdAt, reason }) => (
          <li key={_id}>
            <Note>
              <DateTime at={createdAt} />
              {reason !== undefined && `, to “${reason}”`}
            </Note>
            {text !== '' && <p>{text}</p>}
            {hasProof && (can(right) ? <Proof replyId={_id} load={load} /> : <Note>With a photo.</Note>)}
          </li>
        ))}
      </ul>
    </Block>
  )
}

/** Fetched on request only, because each view is audited. */
export function Proof({ replyId, load }: { replyId: string; load: RepliesProps['load'] }) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['proof', replyId],
    queryFn: ({ signal }) => load(replyId, signal),
    enabled: isOpen,
    ...fetchOnce,
  })
  if (!isOpen)
    return (
      <div>
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          Show photo
        </Button>
      </div>
    )
  return (
    <Loaded query={query} what="the photo" loading={<SkeletonText label="Loading the photo" lines={5} />}>
      {(photo) => <Photo photo={photo} name={`reply-${replyId}.jpg`} />}
    </Loaded>
  )
}

function Photo({ photo, name }: { photo: Blob; name: string }) {
  const url = useObjectUrl(photo)
  return (
    url !== undefined && (
      <>
        <img className={styles.proof} src={url} alt="Document from the client" />
        <div>
          <a className={buttonClass('ghost', { size: 'small' })} href={url} download={name}>
            Download photo
          </a>
        </div>
      </>
    )
  )
}
