import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router'
import AuthFrame from './auth/frame.tsx'
import { App } from './app.tsx'
import { ErrorPage, NotFoundPage } from './shell/error-page.tsx'
import { afterInput } from './shell/after-input.ts'
import { guardAccount, guardLogin } from './shell/guard.ts'

const screen = (load: () => Promise<{ default: ComponentType }>) => ({
  lazy: {
    Component: async () => {
      await afterInput()
      return (await load()).default
    },
  },
})

const frame = (name: 'Wallet' | 'Position' | 'Portfolio') =>
  screen(async () => ({ default: (await import('./pages/tab-frames.tsx'))[name] }))

/** `handle` is where it leads, so that the screen there can be preloaded. */
const redirectTo = (path: string): RouteObject => ({ index: true, loader: () => redirect(path), handle: path })

const overview = screen(() => import('./pages/portfolio-overview.tsx'))

const visitorScreens: RouteObject = {
  Component: AuthFrame,
  children: [
    { path: 'login', middleware: [guardLogin], ...screen(() => import('./auth/login.tsx')) },
    { path: 'welcome', ...screen(() => import('./auth/welcome.tsx')) },
    { path: 'create-account', ...screen(() => import('./auth/create-account.tsx')) },
    {
      path: 'create-account/verify-otp',
      lazy: {
        Component: async () => (await import('./auth/verify-otp.tsx')).default,
        middleware: async () => [(await import('./auth/otp-flow.ts')).guardOtpFlow],
      },
    },
  ],
}

const verificationScreens: RouteObject = {
  lazy: { Component: async () => (await import('./pages/account.tsx')).Verification },
  children: [
    { path: 'profile/verify-bank-details', ...screen(() => import('./pages/verify-bank-details.tsx')) },
    { path: 'profile/verify-docx', ...screen(() => import('./kyc/verify-docx.tsx')) },
  ],
}

const accountScreens: RouteObject = {
  middleware: [guardAccount],
  ...screen(() => import('./pages/account.tsx')),
  children: [
    { path: 'account', children: [redirectTo('/account/home')] },
    { path: 'account/home', ...screen(() => import('./pages/home.tsx')) },
    {
      ...screen(() => import('./pages/account-menu.tsx')),
      children: [
        { path: 'account/profile', ...screen(() => import('./pages/profile-home.tsx')) },
        { path: 'account/personal-details', ...screen(() => import('./profile/personal-details.tsx')) },
        { path: 'account/bank', ...screen(() => import('./pages/bank-details.tsx')) },
        { path: 'account/security', ...screen(() => import('./pages/security.tsx')) },
        { path: 'account/demat', ...screen(() => import('./setting/demat.tsx')) },
        { path: 'account/segment', ...screen(() => import('./setting/segment.tsx')) },
        { path: 'account/nominee', ...screen(() => import('./setting/nominee.tsx')) },
        { path: 'account/privacy', ...screen(() => import('./privacy/privacy.tsx')) },
        { path: 'account/close', ...screen(() => import('./closure/closure.tsx')) },
        { path: 'account/complaints', ...screen(() => import('./complaint/complaints.tsx')) },
        { path: 'account/fund-settlement', ...screen(() => import('./setting/fund-settlement.tsx')) },
      ],
    },
    { path: 'account/charges', ...screen(() => import('./charge/charges.tsx')) },
    { path: 'account/tax', ...screen(() => import('./tax/tax.tsx')) },
    {
      path: 'account/wallet',
      ...frame('Wallet'),
      children: [
        redirectTo('/account/wallet/add-fund'),
        { path: 'add-fund', ...screen(() => import('./pages/add-fund.tsx')) },
        { path: 'transaction-history', ...screen(() => import('./wallet/transaction-history.tsx')) },
        { path: 'statement', ...screen(() => import('./statement/statement.tsx')) },
      ],
    },
    { path: 'portfolio', children: [redirectTo('/portfolio/overview')] },
    {
      ...frame('Portfolio'),
      children: [
        { path: 'account/portfolio', ...overview },
        { path: 'account/portfolio/overview', ...overview },
        { path: 'portfolio/overview', ...overview },
        {
          path: 'portfolio/equity',
          lazy: { Component: async () => (await import('./trade/forex-coins.tsx')).ForexCoins },
        },
      ],
    },
    {
      path: 'account/position',
      ...frame('Position'),
      children: [
        redirectTo('/account/position/position'),
        { path: 'position', ...screen(() => import('./pages/positions.tsx')) },
        { path: 'order-history', ...screen(() => import('./trade/order-history.tsx')) },
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
      { path: 'view-as-client', ...screen(() => import('./session/view.tsx')) },
      { path: '*', Component: NotFoundPage },
    ],
  },
]
