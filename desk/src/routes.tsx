import { LoadingBlock } from '@sauda/ui/spinner'
import { lazy, Suspense } from 'react'
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router'
import { QueueCount, QueueNews } from './queue/queue-count.tsx'
import { Broken, Nowhere } from './shell/broken.tsx'
import { Frame, type RouteHandle } from './shell/frame.tsx'
import { Home } from './shell/home.tsx'
import { OpenPage } from './shell/open-page.tsx'
import { SignedIn } from './shell/signed-in.tsx'

const MustSetUp = lazy(async () => ({ default: (await import('./operator/must-set-up.tsx')).MustSetUp }))

const wide: RouteHandle = { wide: true }
const opening = <LoadingBlock label="Opening the desk" />

const frame = (
  <SignedIn
    setUp={
      <Suspense fallback={opening}>
        <MustSetUp />
      </Suspense>
    }
  >
    <QueueNews />
    <Frame waiting={<QueueCount />} />
  </SignedIn>
)

const screens: RouteObject[] = [
  { index: true, element: <Home /> },
  { path: 'queue', lazy: async () => ({ Component: (await import('./queue/queue-page.tsx')).QueuePage }) },
  {
    path: 'kyc/:clientId',
    handle: wide,
    lazy: async () => ({ Component: (await import('./pages/kyc-page.tsx')).KycPage }),
  },
  {
    path: 'wallet/:transactionId',
    handle: wide,
    lazy: async () => ({ Component: (await import('./pages/request-page.tsx')).RequestPage }),
  },
  {
    path: 'loan/:loanId',
    handle: wide,
    lazy: async () => ({ Component: (await import('./pages/loan-page.tsx')).LoanPage }),
  },
  {
    path: 'charge/:chargeId',
    handle: wide,
    lazy: async () => ({ Component: (await import('./pages/charge-page.tsx')).ChargePage }),
  },
  { path: 'trade', lazy: async () => ({ Component: (await import('./pages/ticket-page.tsx')).TicketPage }) },
  { path: 'trade/import', lazy: async () => ({ Component: (await import('./trade/import-file.tsx')).ImportPage }) },
  {
    path: 'trade/reversals',
    lazy: async () => ({ Component: (await import('./trade/reversals-list.tsx')).ReversalsPage }),
  },
  {
    path: 'trade/reversal/:reversalId',
    handle: wide,
    lazy: async () => ({ Component: (await import('./pages/reversal-page.tsx')).ReversalPage }),
  },
  {
    path: 'trade/instruments',
    lazy: async () => ({ Component: (await import('./pages/instruments-page.tsx')).InstrumentsPage }),
  },
  { path: 'trade/:tradeId', lazy: async () => ({ Component: (await import('./pages/trade-page.tsx')).TradePage }) },
  {
    path: 'setting/:requestId',
    handle: wide,
    lazy: async () => ({ Component: (await import('./pages/setting-page.tsx')).SettingPage }),
  },
  { path: 'clients', lazy: async () => ({ Component: (await import('./client/clients-page.tsx')).ClientsPage }) },
  {
    path: 'clients/:clientId',
    lazy: async () => ({ Component: (await import('./client/client-page.tsx')).ClientPage }),
  },
  { path: 'books', lazy: async () => ({ Component: (await import('./ledger/books-page.tsx')).BooksPage }) },
  {
    path: 'books/adjustments',
    lazy: async () => ({ Component: (await import('./ledger/adjustments-page.tsx')).AdjustmentsPage }),
  },
  {
    path: 'books/adjustment/:adjustmentId',
    handle: wide,
    lazy: async () => ({ Component: (await import('./pages/adjustment-page.tsx')).AdjustmentPage }),
  },
  { path: 'content', lazy: async () => ({ Component: (await import('./content/content-page.tsx')).ContentPage }) },
  {
    path: 'reconciliation',
    lazy: async () => ({ Component: (await import('./reconciliation/reconciliation-page.tsx')).ReconciliationPage }),
  },
  {
    path: 'reconciliation/import',
    lazy: async () => ({ Component: (await import('./reconciliation/import-page.tsx')).ImportPage }),
  },
  {
    path: 'reconciliation/:lineId',
    lazy: async () => ({ Component: (await import('./reconciliation/line-page.tsx')).LinePage }),
  },
  { path: 'audit', lazy: async () => ({ Component: (await import('./audit/audit-page.tsx')).AuditPage }) },
  { path: 'mail', lazy: async () => ({ Component: (await import('./mail/mail-page.tsx')).MailPage }) },
  {
    path: 'operators',
    lazy: async () => ({ Component: (await import('./operator/operators-page.tsx')).OperatorsPage }),
  },
  { path: 'you', lazy: async () => ({ Component: (await import('./operator/you-page.tsx')).YouPage }) },
  { path: '*', Component: Nowhere },
]

export const router = createBrowserRouter(
  [
    {
      element: <Outlet />,
      errorElement: <Broken />,
      hydrateFallbackElement: opening,
      children: [
        { path: 'login', lazy: async () => ({ Component: (await import('./operator/login-page.tsx')).LoginPage }) },
        {
          path: 'mailbox',
          element: <OpenPage inside={frame} />,
          children: [
            { index: true, lazy: async () => ({ Component: (await import('./mail/mailbox-page.tsx')).MailboxPage }) },
          ],
        },
        { element: frame, children: [{ errorElement: <Broken />, children: screens }] },
      ],
    },
  ],
  { basename: '/desk' },
)
