import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router'
import AuthFrame from './client/auth/frame.tsx'
import { App } from './app.tsx'
import { ErrorPage } from './shell/error-page.tsx'
import { afterInput } from './shell/lazy-part.tsx'
import { guardAccount, guardLogin } from './shell/guard.ts'

const screen = (load: () => Promise<{ default: ComponentType }>) => ({
  lazy: {
    Component: async () => {
      await afterInput()
      return (await load()).default
    },
  },
})

const frame = (name: 'AccountMenu' | 'Wallet' | 'Position' | 'Portfolio') =>
  screen(async () => ({ default: (await import('./pages/tab-frames.tsx'))[name] }))

/** `handle` is where it leads, so that the screen there can be preloaded. */
const redirectTo = (path: string): RouteObject => ({ index: true, loader: () => redirect(path), handle: path })

const overview = screen(() => import('./pages/portfolio-overview.tsx'))

const visitorScreens: RouteObject = {
  Component: AuthFrame,
  children: [
    { path: 'login', middleware: [guardLogin], ...screen(() => import('./client/auth/login.tsx')) },
    { path: 'welcome', ...screen(() => import('./client/auth/welcome.tsx')) },
    { path: 'create-account', ...screen(() => import('./client/auth/create-account.tsx')) },
    {
      path: 'create-account/verify-otp',
      lazy: {
        Component: async () => (await import('./client/auth/verify-otp.tsx')).default,
        middleware: async () => [(await import('./client/auth/otp-flow.ts')).guardOtpFlow],
      },
    },
  ],
}

const verificationScreens: RouteObject = {
  lazy: { Component: async () => (await import('./pages/account.tsx')).Verification },
  children: [
    { path: 'profile/verify-bank-details', ...screen(() => import('./pages/verify-bank-details.tsx')) },
    { path: 'profile/verify-docx', ...screen(() => import('./client/kyc/verify-docx.tsx')) },
  ],
}

const accountScreens: RouteObject = {
  middleware: [guardAccount],
  ...screen(() => import('./pages/account.tsx')),
  children: [
    { path: 'account', children: [redirectTo('/account/home')] },
    { path: 'account/profile', ...screen(() => import('./pages/profile-home.tsx')) },
    { path: 'account/home', ...screen(() => import('./pages/home.tsx')) },
    {
      ...frame('AccountMenu'),
      children: [
        { path: 'account/personal-details', ...screen(() => import('./client/profile/personal-details.tsx')) },
        { path: 'account/bank', ...screen(() => import('./pages/bank-details.tsx')) },
        { path: 'account/security', ...screen(() => import('./pages/security.tsx')) },
        { path: 'account/demat', ...screen(() => import('./pages/demat.tsx')) },
        { path: 'account/segment', ...screen(() => import('./client/setting/segment.tsx')) },
        { path: 'account/nominee', ...screen(() => import('./client/setting/nominee.tsx')) },
        { path: 'account/privacy', ...screen(() => import('./client/privacy/privacy.tsx')) },
        { path: 'account/close', ...screen(() => import('./client/closure/closure.tsx')) },
        { path: 'account/fund-settlement', ...screen(() => import('./client/setting/fund-settlement.tsx')) },
        { path: 'account/charges', ...screen(() => import('./money/charge/charges.tsx')) },
        { path: 'account/complaints', ...screen(() => import('./client/complaint/complaints.tsx')) },
        { path: 'account/watchlist', ...screen(() => import('./pages/watchlist.tsx')) },
        { path: 'account/tax', ...screen(() => import('./books/tax/tax.tsx')) },
      ],
    },
    {
      path: 'account/wallet',
      ...frame('Wallet'),
      children: [
        redirectTo('/account/wallet/add-fund'),
        { path: 'add-fund', ...screen(() => import('./pages/add-fund.tsx')) },
        { path: 'transaction-history', ...screen(() => import('./money/wallet/transaction-history.tsx')) },
        { path: 'statement', ...screen(() => import('./books/statement/statement.tsx')) },
      ],
    },
    { path: 'portfolio', children: [redirectTo('/portfolio/overview')] },
    {
      ...frame('Portfolio'),
      children: [
        { path: 'account/portfolio', ...overview },
        { path: 'account/portfolio/overview', ...overview },
        { path: 'portfolio/overview', ...overview },
        { path: 'portfolio/equity', ...screen(() => import('./pages/forex-coins.tsx')) },
      ],
    },
    {
      path: 'account/position',
      ...frame('Position'),
      children: [
        redirectTo('/account/position/position'),
        { path: 'position', ...screen(() => import('./pages/positions.tsx')) },
        { path: 'order-history', ...screen(() => import('./trading/trade/order-history.tsx')) },
      ],
    },
  ],
}

export const routes: RouteObject[] = [
  {
    Component: App,
    ErrorBoundary: ErrorPage,
    children: [
      visitorScreens,
      verificationScreens,
      accountScreens,
      { path: 'view-as-client', ...screen(() => import('./core/session/view.tsx')) },
      { path: '*', ...screen(() => import('./shell/not-found.tsx')) },
    ],
  },
]
