import { layout, route, type RouteConfig } from '@react-router/dev/routes'

/** One screen at several addresses. */
const overview = (path: string) => route(path, 'pages/portfolio-overview.tsx', { id: `overview ${path}` })

export default [
  layout('auth/frame.tsx', [
    route('login', 'auth/login.tsx'),
    route('create-account', 'auth/create-account.tsx'),
    route('create-account/verify-otp', 'auth/verify-otp.tsx'),
  ]),

  layout('pages/bare.tsx', [
    route('profile/verify-bank-details', 'bank/verify-bank-details.tsx'),
    route('profile/verify-docx', 'kyc/verify-docx.tsx'),
  ]),

  layout('pages/account.tsx', [
    route('account', 'pages/account-index.tsx'),
    route('account/home', 'pages/home.tsx'),
    route('account/profile', 'pages/profile-home.tsx'),
    route('account/personal-details', 'profile/personal-details.tsx'),
    route('account/bank', 'pages/bank-details.tsx'),
    route('account/security', 'pages/security.tsx'),
    route('account/demat', 'setting/demat.tsx'),
    route('account/segment', 'setting/segment.tsx'),
    route('account/nominee', 'setting/nominee.tsx'),
    route('account/fund-settlement', 'setting/fund-settlement.tsx'),
    route('account/charges', 'charge/charges.tsx'),
    route('account/wallet', 'pages/wallet.tsx', [
      route('add-fund', 'pages/add-fund.tsx'),
      route('transaction-history', 'wallet/transaction-history.tsx'),
      route('statement', 'ledger/statement.tsx'),
    ]),
    overview('account/portfolio'),
    overview('account/portfolio/overview'),
    route('portfolio', 'pages/portfolio.tsx', [
      route('overview', 'pages/portfolio-overview.tsx'),
      route('equity', 'pages/forex.tsx'),
    ]),
    route('account/position', 'pages/position.tsx', [
      route('position', 'pages/positions.tsx'),
      route('order-history', 'trade/order-history.tsx'),
    ]),
  ]),

  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
