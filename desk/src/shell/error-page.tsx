import { Button, buttonClass } from '@sauda/ui/button'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { Page } from './page.tsx'

export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  // A chunk that cannot be fetched has usually been replaced by a newer release.
  const isOld = error instanceof TypeError && /module|import/i.test(error.message)
  return (
    <Page title={isOld ? 'This screen could not be loaded' : 'This page could not be shown'}>
      <p>
        {isOld
          ? 'A newer version of the desk may be available.'
          : 'If you had just submitted something, check the client’s page before submitting it again.'}
      </p>
      <p>
        <Button variant="secondary" onClick={() => location.reload()}>
          Reload the desk
        </Button>
      </p>
    </Page>
  )
}

export const NotFound = () => (
  <Page title="Page not found">
    <p>The link may be outdated or mistyped.</p>
    <p>
      <Link className={buttonClass('secondary')} to="/">
        Go to the start page
      </Link>
    </p>
  </Page>
)
