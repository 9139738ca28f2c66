import type { Brand } from '@sauda/contract/health'
import type { Config } from '../config.ts'

/** What the screens are told of the brand. */
export function brandOf(config: Config): Brand {
  const { brandLogo: logo, brandLogoDark: onDark = logo } = config
  return {
    name: config.brandName,
    tagline: config.brandTagline,
    mode: config.mode,
    supportEmail: config.supportEmail,
    appDownloadUrl: config.appDownloadUrl,
    mailbox: config.mode === 'demo' && config.smtpUrl === undefined,
    ...(logo && onDark && { logo: { onLight: '/logo-light', onDark: '/logo-dark', ...sizeOf(logo) } }),
    legal: {
      name: config.legalName,
      sebiRegistration: config.sebiRegistration,
      grievanceOfficer: config.grievanceOfficer,
      address: config.legalAddress,
    },
  }
}

/** As wide as it is beside its height on the pages. */
const logoHeight = 28
const sizeOf = ({ width, height }: { width: number; height: number }) => ({
  width: Math.round((width / height) * logoHeight),
  height: logoHeight,
})
