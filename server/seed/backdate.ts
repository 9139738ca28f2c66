import { withDatabase } from '../src/platform/postgres/postgres.ts'
import { registeredAt } from './demo.sql.ts'

// For browser tests: gives a client of a running demo an account opened earlier, so that trades of earlier years can be booked.
const [dataDir = '', clientId = '', day = ''] = process.argv.slice(2)
await withDatabase({ databaseUrl: undefined, dataDir }, (db) =>
  db.transaction((tx) => registeredAt(tx, clientId, new Date(day))),
)
