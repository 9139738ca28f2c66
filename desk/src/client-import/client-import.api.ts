import { clientImportCalls } from '@sauda/contract/client-import'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callQuery, invalidate, uploadCsv } from '../shell/api.ts'

export const useImports = () => useQuery(callQuery(['client', 'imports'], clientImportCalls.list, {}))

export const useImportLines = (importId: string) =>
  useQuery(callQuery(['client', 'imports', importId], clientImportCalls.lines, { params: { importId } }))

interface Sent {
  file: File
  onProgress: (share: number) => void
}

export const usePreview = () =>
  useMutation({ mutationFn: (sent: Sent) => uploadCsv(clientImportCalls.preview, { ...sent }) })

/** A file that is already waiting, or imported, is rejected when it is sent again. */
export const useRequestImport = () =>
  useMutation({
    mutationFn: (sent: Sent) => uploadCsv(clientImportCalls.importFile, { ...sent }),
    onSettled: () => void invalidate(['client'], ['clients'], ['queue'], ['proposal']),
  })
