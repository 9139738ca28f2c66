import type { Brand } from '@sauda/contract/broker/health'
import { createContext, use } from 'react'

export type { Brand } from '@sauda/contract/broker/health'

export const defaultBrand: Brand = {
  name: 'Sauda',
  tagline: 'From Inception to IPO',
  mode: 'live',
  supportEmail: '',
  appDownloadUrl: '',
  lending: false,
  mailbox: false,
  legal: { name: '', sebiRegistration: '', exchanges: '', grievanceOfficer: '', address: '' },
}

export const BrandContext = createContext(defaultBrand)

export const useBrand = (): Brand => use(BrandContext)
