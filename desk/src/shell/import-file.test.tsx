import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnusedColumns, WaitingFileBanner } from './import-file.tsx'

const textOf = (columns?: string[]) => renderToStaticMarkup(<UnusedColumns columns={columns} />)

test('the columns that a file has and that are not used are named', () => {
  expect([textOf(), textOf([]), textOf(['FACE VALUE']), textOf(['Day', 'FACE VALUE'])]).toEqual([
    '',
    '',
    '<span>Not used: column FACE VALUE.</span>',
    '<span>Not used: columns Day, FACE VALUE.</span>',
  ])
})

test('a file that waits for a second operator names them too', () => {
  const file = { waitsForSecond: true, secondReasons: ['A new symbol'], unused: ['REMARKS'] }
  expect(renderToStaticMarkup(<WaitingFileBanner file={file} />)).toContain('Not used: column REMARKS.')
})
