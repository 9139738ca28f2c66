import { SkeletonText } from '@sauda/ui/skeleton'
import { type ComponentProps, useState } from 'react'

interface PreviewFrameProps extends ComponentProps<'iframe'> {
  title: string
  /** Without scripts of its page. */
  sandbox: string
}

/** A page inside this one; lines in its place until it has loaded. */
export function PreviewFrame({ title, ...frame }: PreviewFrameProps) {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <>
      {!isLoaded && <SkeletonText label={`Loading ${title}`} lines={8} />}
      <iframe {...frame} title={title} hidden={!isLoaded} onLoad={() => setLoaded(true)} />
    </>
  )
}
