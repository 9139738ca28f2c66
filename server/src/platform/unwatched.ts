type Watching = { readonly backupUrl: string | undefined; readonly metricsPort: number | undefined }

/** What a live installation should not lack for long: reported at every start and on the desk. */
export const unwatched = ({ backupUrl, metricsPort }: Watching): string[] =>
  [
    backupUrl === undefined
      ? 'There are no backups: BACKUP_URL is not set. If this disk is lost, so are all balances.'
      : [],
    metricsPort === undefined
      ? 'Nothing watches this installation: METRICS_PORT is not set, so no alert can fire (docs/operations.md).'
      : [],
  ].flat()
