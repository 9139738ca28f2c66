import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import {
  sentFileCalls,
  type SentFileKind,
  sentFileKindNames,
  sentFileKinds,
  sentFileRules,
} from '@sauda/contract/core/sent-file'
import type { AppContext } from '../../app/app-context.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { sha256 } from '../../platform/secret.ts'
import { recordExport } from '../approval/export.ts'
import { findSent, selectSentFiles, type SentFileSources } from './sent-file.sql.ts'

const mayRead = ({ rights }: Pick<CurrentOperator, 'rights'>, kind: SentFileKind): boolean =>
  rights.includes(sentFileKinds[kind].right)

/** Every file that operators sent, and its bytes. */
export function sentFileRoutes(context: AppContext, sources: SentFileSources): void {
  const { mount, db } = context

  mount(sentFileCalls.list, async ({ operator, query: { kind: only, status = null, before = null } }) => {
    const kinds = sentFileKindNames.filter((kind) => (only ?? kind) === kind && mayRead(operator, kind))
    if (kinds.length === 0) return { files: [] }
    return { files: await selectSentFiles(db, sources, { kinds, status, before, rows: sentFileRules.pageRows }) }
  })

  mount(sentFileCalls.content, async ({ params, operator, ip }) => {
    const { fileId: id } = params
    const kind = params.kind as SentFileKind
    const file = mayRead(operator, kind) ? await findSent(db, sources, { kind, id }) : undefined
    if (!file?.content || !file.sha256) throw new AppError(commonErrors.notFound)
    const { name, sha256: hash, content } = file
    const what = `${sentFileKinds[kind].name} “${name}”`
    await recordExport(context, {
      operator,
      ip,
      what,
      action: 'sent-file.export',
      subjectId: id,
      after: { kind, name },
    })
    // Large files are compressed on arrival.
    const stored = Readable.from([content])
    return {
      name: name.replaceAll(/[^\w .()-]/g, '_'),
      type: 'application/octet-stream',
      content: sha256(content).equals(hash) ? stored : stored.pipe(createGunzip()),
      estimatedBytes: content.length,
    }
  })
}
