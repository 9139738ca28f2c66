import { privacyCalls } from '@sauda/contract/client/privacy'
import { fetchFile, useCall } from '../../shell/api.ts'

/** Requests of all clients, or of one. */
export const useRequests = (clientId: string | undefined) => useCall(privacyCalls.requests, { query: { clientId } })

export const loadExport = (clientId: string) => fetchFile(privacyCalls.deskExport, { params: { clientId } })

export const useBreaches = () => useCall(privacyCalls.breaches, {})
