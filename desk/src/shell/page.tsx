import { isMissingCode, useReloadOfCode } from '@sauda/web/reload'
import type { Right } from '@sauda/contract/platform/call'
import { operatorCalls, rightNames } from '@sauda/contract/broker/operator'
import { healthCalls } from '@sauda/contract/broker/health'
import { Button, buttonClass, type ButtonLook, type ButtonVariant } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { PageHeader, type PageHeaderProps } from '@sauda/ui/page-header'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { callQuery, useCall } from './api.ts'
import { capitalize } from '@sauda/contract/platform/sentence'
import { useCan } from './me.ts'
import styles from './page.module.css'

export function useBrand() {
  const { data } = useQuery({ ...callQuery(healthCalls.brand, {}), staleTime: Infinity })
  return {
    name: data?.name ?? '',
    demo: data?.mode === 'demo',
    mailbox: data?.mailbox ?? false,
    /** The login of the demo's operator. */
    practice: data?.demo && { email: data.demo.operator, password: data.demo.password },
  }
}

export function Title({ children }: { children: string }) {
  const { name } = useBrand()
  return <title>{`${children} · Desk · ${name}`}</title>
}

interface ButtonLinkProps extends ButtonLook {
  variant?: ButtonVariant
  to: string
  children: string
}

/** A link that looks like a button. */
export const ButtonLink = ({ variant = 'secondary', to, children, ...look }: ButtonLinkProps) => (
  <Link className={buttonClass(variant, look)} to={to}>
    {children}
  </Link>
)

export interface PageProps extends Omit<PageHeaderProps, 'title'> {
  title: string
  right?: Right
  /** Shown without the right too. */
  tabs?: ReactNode
  children: ReactNode
}

export function Page({ title, right, actions, tabs, children, ...header }: PageProps) {
  const can = useCan()
  return (
    <div className={styles.page}>
      <Title>{title}</Title>
      <PageHeader title={title} actions={right && !can(right) ? undefined : actions} {...header} />
      {tabs}
      {right ? <RequireRight right={right}>{children}</RequireRight> : children}
    </div>
  )
}

export const RequireRight = ({ right, children }: { right: Right; children: ReactNode }) =>
  useCan()(right) ? children : <Locked right={right} />

/** Which roles have the right, and for those who cannot change that whom to ask. */
export function Holders({ right }: { right: Right }) {
  const { data } = useCall(operatorCalls.holders, { params: { right } })
  const mayChange = useCan()('operator.manage')
  return data ? `${heldBy(right, data.roles)}${mayChange ? '' : whomToAsk(data.operators)}.` : '\u00a0'
}

function Locked({ right }: { right: Right }) {
  const mayChange = useCan()('operator.manage')
  return (
    <EmptyState
      title="Your role does not include this page"
      icon={<Lock />}
      action={mayChange && <ButtonLink to="/operators">Change roles</ButtonLink>}
    >
      <Holders right={right} />
    </EmptyState>
  )
}

function heldBy(right: Right, roles: readonly string[]): string {
  if (roles.length === 0) return `No role has the right “${rightNames[right]}”`
  const names = new Intl.ListFormat('en-IN').format(roles.map(capitalize))
  return `“${rightNames[right]}” belongs to the ${roles.length === 1 ? 'role' : 'roles'} ${names}`
}

const namedHolders = 3

const whomToAsk = (operators: readonly string[]): string =>
  operators.length === 0
    ? ''
    : `: ask ${new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(operators.slice(0, namedHolders))}`

export function ErrorPage() {
  const error = useRouteError()
  const isWaiting = useReloadOfCode(error)
  if (isWaiting) return null
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  const isOld = isMissingCode(error)
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
      <ButtonLink to="/">Go to the start page</ButtonLink>
    </p>
  </Page>
)
