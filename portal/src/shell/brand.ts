import type { Brand } from '@sauda/contract/health'
import { createContext, use } from 'react'

export type { Brand } from '@sauda/contract/health'

export const nameless: Brand = {
  name: 'Sauda',
  tagline: 'From Inception to IPO',
  mode: 'live',
  supportEmail: '',
  appDownloadUrl: '',
  mailbox: false,
  legal: { name: '', sebiRegistration: '', grievanceOfficer: '', address: '' },
}

export const BrandOf = createContext(nameless)

export const useBrand = (): Brand => use(BrandOf)
