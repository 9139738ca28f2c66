import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Skeleton, SkeletonText } from './skeleton.tsx'
import { LoadingBlock, Spinner } from './spinner.tsx'
import { Table } from './table.tsx'

const rows = { label: 'Orders', columns: [{ key: 'id', header: 'ID', cell: String }], rows: [], rowKey: String }

test.each<[name: string, coming: ReactNode]>([
  ['a skeleton', <Skeleton key="1" shape="block" />],
  ['lines of text', <SkeletonText key="2" label="Loading..." />],
  ['a spinner', <Spinner key="3" />],
  ['a place', <LoadingBlock key="4" label="Loading..." />],
  ['a table', <Table key="5" {...rows} loading="Loading orders..." />],
])('%s has the loading attribute', (_, coming) => {
  expect(renderToStaticMarkup(coming)).toContain('data-loading="true"')
})
