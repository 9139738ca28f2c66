import { LoadingBlock } from '@sauda/ui/spinner'
import { lazy, Suspense, type ComponentType } from 'react'
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router'
import { ApprovalBanner } from './approval/approval-banner.tsx'
import { QueueCount, QueueNews } from './queue/queue-count.tsx'
import { ErrorPage, NotFound } from './shell/page.tsx'
import { Frame, type RouteHandle } from './shell/frame.tsx'
import { Home } from './shell/navigation.tsx'
import { OpenPage, RequireLogin } from './shell/require-login.tsx'

const MustSetUp = lazy(async () => ({ default: (await import('./operator/totp-setup.tsx')).MustSetUp }))

const wide: RouteHandle = { wide: true }
const opening = <LoadingBlock label="Opening the desk" />

const frame = (
  <RequireLogin
    setUp={
      <Suspense fallback={opening}>
        <MustSetUp />
      </Suspense>
    }
  >
    <QueueNews />
    <Frame waiting={<QueueCount />} notice={<ApprovalBanner />} />
  </RequireLogin>
)

const page = (path: string, load: () => Promise<ComponentType>, handle?: RouteHandle): RouteObject => ({
  path,
  handle,
  lazy: async () => ({ Component: await load() }),
})

const screens: RouteObject[] = [
  { index: true, element: <Home /> },
  page('queue', async () => (await import('./queue/queue-page.tsx')).QueuePage),
  page('kyc/:clientId', async () => (await import('./pages/kyc-page.tsx')).KycPage, wide),
  page('wallet/:transactionId', async () => (await import('./pages/request-page.tsx')).RequestPage, wide),
  page('loan/:loanId', async () => (await import('./pages/loan-page.tsx')).LoanPage, wide),
  page('charge/:chargeId', async () => (await import('./pages/charge-page.tsx')).ChargePage, wide),
  page('trade', async () => (await import('./pages/ticket-page.tsx')).TicketPage),
  page('trade/import', async () => (await import('./trade/import-file.tsx')).ImportPage),
  page('trade/reversals', async () => (await import('./trade/reversals-list.tsx')).ReversalsPage),
  page('trade/reversal/:reversalId', async () => (await import('./pages/reversal-page.tsx')).ReversalPage, wide),
  page('trade/instruments', async () => (await import('./pages/instruments-page.tsx')).InstrumentsPage),
  page('trade/:tradeId', async () => (await import('./pages/trade-page.tsx')).TradePage),
  page('setting/:requestId', async () => (await import('./pages/setting-page.tsx')).SettingPage, wide),
  page('proposal/:proposalId', async () => (await import('./pages/proposal-page.tsx')).ProposalPage, wide),
  page('clients', async () => (await import('./client/clients-page.tsx')).ClientsPage),
  page('clients/:clientId', async () => (await import('./client/client-page.tsx')).ClientPage),
  page('books', async () => (await import('./ledger/books-page.tsx')).BooksPage),
  page('books/adjustments', async () => (await import('./ledger/adjustments-page.tsx')).AdjustmentsPage),
  page(
    'books/adjustment/:adjustmentId',
    async () => (await import('./pages/adjustment-page.tsx')).AdjustmentPage,
    wide,
  ),
  page('content', async () => (await import('./content/content-page.tsx')).ContentPage),
  page('reconciliation', async () => (await import('./reconciliation/reconciliation-page.tsx')).ReconciliationPage),
  page('reconciliation/import', async () => (await import('./reconciliation/import-page.tsx')).ImportPage),
  page('reconciliation/:lineId', async () => (await import('./reconciliation/line-case.tsx')).LinePage),
  page('audit', async () => (await import('./audit/audit-page.tsx')).AuditPage),
  page('mail', async () => (await import('./mail/mail-page.tsx')).MailPage),
  page('operators', async () => (await import('./operator/operators-page.tsx')).OperatorsPage),
  page('you', async () => (await import('./operator/you-page.tsx')).YouPage),
  { path: '*', Component: NotFound },
]

export const router = createBrowserRouter(
  [
    {
      element: <Outlet />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: opening,
      children: [
        page('login', async () => (await import('./operator/login-page.tsx')).LoginPage),
        {
          path: 'mailbox',
          element: <OpenPage inside={frame} />,
          children: [
            { index: true, lazy: async () => ({ Component: (await import('./mail/mailbox-page.tsx')).MailboxPage }) },
          ],
        },
        { element: frame, children: [{ errorElement: <ErrorPage />, children: screens }] },
      ],
    },
  ],
  { basename: '/desk' },
)
