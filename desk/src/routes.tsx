import { LoadingBlock } from '@sauda/ui/spinner'
import { lazy, Suspense, type ComponentType } from 'react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router'
import { ApprovalBanner } from './core/approval/approval-banner.tsx'
import { FindButton } from './broker/find/find-button.tsx'
import type { QueuedCase } from './core/queue/queue-page.tsx'
import { QueueCount, QueueNews } from './core/queue/queue-count.tsx'
import { ErrorPage, NotFound } from './shell/page.tsx'
import { Frame, type RouteHandle } from './shell/frame.tsx'
import { Home } from './shell/navigation.tsx'
import { OpenPage, RequireLogin } from './shell/require-login.tsx'
import type { ClientField } from './shell/picker.tsx'

const MustSetUp = lazy(async () => ({ default: (await import('./broker/operator/totp-setup.tsx')).MustSetUp }))

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
    <Frame find={<FindButton />} waiting={<QueueCount />} notice={<ApprovalBanner />} />
  </RequireLogin>
)

const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

/** A page of a feature that needs the field of a client. */
const pageWithClients = (
  path: string,
  load: () => Promise<ComponentType<{ ClientPicker: ClientField }>>,
): RouteObject =>
  page(path, async () => {
    const [Page, { ClientPicker }] = await Promise.all([load(), import('./client/client/client-picker.tsx')])
    return () => <Page ClientPicker={ClientPicker} />
  })

/** A case needs the width of the navigation too, which marks the list that it is in. */
const caseOf = (list: string, route: RouteObject): RouteObject => ({
  ...route,
  handle: { caseOf: list } satisfies RouteHandle,
})

const casePages = () => import('./pages/case-pages.tsx')
const LazyCase = lazy(async () => ({ default: (await casePages()).QueuedCase }))
const ShownCase: QueuedCase = (props) => (
  <Suspense fallback={<LoadingBlock label="Loading the case" />}>
    <LazyCase {...props} />
  </Suspense>
)
const casePage = (path: string, pick: (pages: Awaited<ReturnType<typeof casePages>>) => ComponentType): RouteObject =>
  page(path, async () => pick(await casePages()))

const queue: RouteObject = {
  lazy: async () => {
    const { QueueFrame } = await import('./core/queue/queue-page.tsx')
    return { Component: () => <QueueFrame Case={ShownCase} /> }
  },
  handle: { caseOf: '/queue' } satisfies RouteHandle,
  children: [
    page('queue', async () => (await import('./core/queue/queue-page.tsx')).QueuePage),
    casePage('kyc/:id', (pages) => pages.KycPage),
    casePage('wallet/:id', (pages) => pages.RequestPage),
    casePage('loan/:id', (pages) => pages.LoanPage),
    casePage('charge/:id', (pages) => pages.ChargePage),
    casePage('trade/reversal/:id', (pages) => pages.ReversalPage),
    casePage('setting/:id', (pages) => pages.SettingPage),
    casePage('proposal/:id', (pages) => pages.ProposalPage),
    casePage('books/adjustment/:id', (pages) => pages.AdjustmentPage),
  ],
}

const screens: RouteObject[] = [
  { index: true, element: <Home /> },
  page('today', async () => {
    const [{ TodayPage }, { Evening }, { OpenComplaints }] = await Promise.all([
      import('./broker/digest/today-page.tsx'),
      import('./pages/evening.tsx'),
      import('./client/complaint/complaints-page.tsx'),
    ])
    return () => <TodayPage evening={<Evening />} complaints={<OpenComplaints />} />
  }),
  queue,
  page('trade', async () => (await import('./pages/trade-pages.tsx')).TicketPage),
  page('trade/import', async () => (await import('./trading/trade/import-file.tsx')).ImportPage),
  page('trade/reversals', async () => (await import('./trading/trade/reversals.tsx')).ReversalsPage),
  page('trade/files', async () => (await import('./pages/trade-pages.tsx')).ExchangeFilesPage),
  page('trade/notes', async () => (await import('./pages/trade-pages.tsx')).ContractNotesPage),
  page('trade/charges', async () => (await import('./pages/trade-pages.tsx')).TradeChargesPage),
  page('trade/settlement', async () => (await import('./pages/trade-pages.tsx')).ClearingPage),
  page('trade/holdings', async () => (await import('./pages/trade-pages.tsx')).HoldingsPage),
  page('trade/actions', async () => (await import('./pages/trade-pages.tsx')).CorporateActionsPage),
  page('trade/prices', async () => (await import('./pages/trade-pages.tsx')).ClosingPricesPage),
  page('trade/instruments', async () => (await import('./pages/trade-pages.tsx')).InstrumentsPage),
  page('trade/:tradeId', async () => (await import('./pages/trade-pages.tsx')).TradePage),
  page('clients', async () => (await import('./client/client/clients-page.tsx')).ClientsPage),
  page('clients/import', async () => (await import('./client/client-import/client-import-page.tsx')).ClientImportPage),
  page(
    'clients/import/:importId',
    async () => (await import('./client/client-import/client-import-page.tsx')).PendingImportPage,
  ),
  page('clients/:clientId', async () => (await import('./client/client/client-page.tsx')).ClientPage),
  page('books', async () => (await import('./core/ledger/books-page.tsx')).BooksPage),
  pageWithClients(
    'books/adjustments',
    async () => (await import('./core/ledger/adjustments-page.tsx')).AdjustmentsPage,
  ),
  page('books/accounts', async () => {
    const [{ BankAccountsPage }, { PayoutFile }] = await Promise.all([
      import('./core/ledger/bank-accounts-page.tsx'),
      import('./money/payout/payout-file.tsx'),
    ])
    return () => <BankAccountsPage PayoutFile={PayoutFile} />
  }),
  { path: 'payouts/layouts', element: <Navigate to="/books/accounts" replace /> },
  page('books/export', async () => (await import('./core/ledger/export-page.tsx')).ExportPage),
  page('books/days', async () => (await import('./pages/bank-day-pages.tsx')).DaysPage),
  page('books/days/:bankAccountId/:day', async () => (await import('./pages/bank-day-pages.tsx')).DayPage),
  page('reports', async () => (await import('./books/report/report-page.tsx')).ReportPage),
  page('reports/:report', async () => (await import('./books/report/report-page.tsx')).ReportPage),
  pageWithClients('complaints', async () => (await import('./client/complaint/complaints-page.tsx')).ComplaintsPage),
  caseOf(
    '/complaints',
    page('complaints/:complaintId', async () => (await import('./pages/complaint-case.tsx')).ComplaintCase),
  ),
  page('privacy', async () => (await import('./client/privacy/privacy-page.tsx')).PrivacyPage),
  caseOf(
    '/privacy',
    page('privacy/:requestId', async () => (await import('./client/privacy/privacy-page.tsx')).PrivacyRequestPage),
  ),
  page('privacy/breaches', async () => (await import('./client/privacy/breaches-page.tsx')).BreachesPage),
  page('templates', async () => (await import('./client/message/templates-page.tsx')).TemplatesPage),
  page('content', async () => (await import('./broker/content/pages-page.tsx')).PagesPage),
  page('content/testimonials', async () => (await import('./broker/content/content-page.tsx')).ContentPage),
  page(
    'reconciliation',
    async () => (await import('./money/reconciliation/reconciliation-page.tsx')).ReconciliationPage,
  ),
  page('reconciliation/import', async () => (await import('./money/reconciliation/import-page.tsx')).ImportPage),
  caseOf(
    '/reconciliation',
    page('reconciliation/:lineId', async () => (await import('./pages/bank-line-page.tsx')).BankLinePage),
  ),
  page('payouts', async () => (await import('./money/payout/payouts-page.tsx')).PayoutsPage),
  page('payouts/calendar', async () => (await import('./money/payout/calendar-page.tsx')).CalendarPage),
  page('payouts/settlement', async () => (await import('./money/payout/settlement-page.tsx')).SettlementPage),
  caseOf(
    '/payouts',
    page('payouts/:batchId', async () => (await import('./money/payout/batch-page.tsx')).BatchPage),
  ),
  page('files', async () => (await import('./core/sent-file/sent-files-page.tsx')).SentFilesPage),
  page('audit', async () => (await import('./core/audit/audit-page.tsx')).AuditPage),
  page('mail', async () => (await import('./core/mail/mail-page.tsx')).MailPage),
  page('operators', async () => (await import('./broker/operator/operators-page.tsx')).OperatorsPage),
  page('set-up', async () => (await import('./broker/set-up/set-up-page.tsx')).SetUpPage),
  page('you', async () => (await import('./broker/operator/you-page.tsx')).YouPage),
  { path: '*', Component: NotFound },
]

export const router = createBrowserRouter(
  [
    {
      element: <Outlet />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: opening,
      children: [
        page('invitation', async () => (await import('./broker/operator/invitation-page.tsx')).InvitationPage),
        page('login', async () => (await import('./broker/operator/login-page.tsx')).LoginPage),
        {
          path: 'mailbox',
          element: <OpenPage inside={frame} />,
          children: [
            {
              index: true,
              lazy: async () => ({ Component: (await import('./core/mail/mailbox-page.tsx')).MailboxPage }),
            },
          ],
        },
        { element: frame, children: [{ errorElement: <ErrorPage />, children: screens }] },
      ],
    },
  ],
  { basename: '/desk' },
)
