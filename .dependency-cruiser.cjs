const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

// Which unit may import which: the table of docs/architecture.md, one line a unit. A unit is a folder of packages/ or
// services/, and deploy/manifests; an entry is another unit, or one entry point of it (`store/read`). standalone joins the services and may
// import every unit; no other service may import a service.
const MAY_IMPORT = {
  'packages/record': [],
  'packages/decode': ['packages/record'],
  'packages/pricing': ['packages/record'],
  'packages/normalize': ['packages/record', 'packages/decode'],
  'packages/bus': ['packages/record', 'packages/runtime'],
  'packages/store': ['packages/record', 'packages/pricing', 'packages/runtime'],
  'packages/runtime': [],
  'packages/credentials': ['packages/record', 'packages/runtime'],
  'packages/tracing': ['packages/record', 'packages/runtime'],
  'packages/http': ['packages/record', 'packages/credentials', 'packages/runtime', 'packages/tracing'],
  'packages/api': ['packages/record', 'packages/decode/schemas', 'packages/http', 'packages/runtime'],
  'packages/embedded-postgres': [],
  // It runs in browsers and knows the API by the types that its document gives.
  'packages/console': [],
  'services/gateway': [
    'packages/record',
    'packages/decode',
    'packages/normalize',
    'packages/bus',
    'packages/http',
    'packages/api',
    'packages/runtime',
    'packages/tracing',
  ],
  'services/writer': [
    'packages/record',
    'packages/credentials',
    'packages/pricing',
    'packages/bus',
    'packages/store/connect',
    'packages/store/write',
    'packages/store/migrate',
    'packages/http',
    'packages/runtime',
    'packages/tracing',
  ],
  'services/cli': [
    'packages/record',
    'packages/pricing',
    'packages/credentials',
    'packages/bus',
    'packages/store/connect',
    'packages/store/write',
    'packages/store/migrate',
    'packages/store/operate',
    'packages/runtime',
  ],
  'services/query': [
    'packages/record',
    'packages/store/connect',
    'packages/store/read',
    'packages/http',
    'packages/api',
    'packages/runtime',
    'packages/tracing',
  ],
};

/** Units for tests and folders of `testbed`, by what they are; production code imports none. None leads to the unit that it helps to test. */
const TEST_UNITS_MAY_IMPORT = {
  'deploy/manifests': [],
  'packages/testbed/network': [],
  'packages/testbed/machine': [],
  'packages/testbed/samples': ['packages/record'],
  'packages/testbed/servers': ['packages/testbed/network', 'packages/testbed/machine', 'packages/embedded-postgres'],
  'packages/testbed/jest': ['packages/testbed/machine', 'packages/testbed/servers', 'packages/store/migrate'],
  'packages/contracts': [
    'packages/testbed/network',
    'packages/testbed/machine',
    'packages/testbed/samples',
    'packages/api',
  ],
  'packages/proof': [
    'packages/record',
    'packages/bus',
    'packages/store/write',
    'packages/runtime',
    'packages/testbed/machine',
    'services/writer',
  ],
};

/** Each third-party library is known to the units that are named, so that it can be replaced there. */
const LIBRARY_ONLY_IN = {
  ajv: ['packages/decode', 'deploy/manifests'],
  commander: ['services/cli'],
  'drizzle-orm': ['packages/store'],
  '@embedded-postgres': ['packages/embedded-postgres'],
  express: ['packages/http', 'services/gateway', 'services/query', 'services/standalone'],
  kafkajs: ['packages/bus'],
  '@opentelemetry': ['packages/tracing'],
  pg: [
    'packages/store',
    'packages/embedded-postgres',
    'services/writer',
    'services/query',
    'services/standalone',
    'services/cli',
  ],
  yaml: ['packages/credentials', 'deploy/manifests'],
  'pg-copy-streams': ['packages/store'],
  pino: ['packages/runtime'],
  'prom-client': ['packages/runtime'],
  protobufjs: ['packages/decode', 'packages/record'],
  '@pydantic/genai-prices': ['packages/pricing'],
  react: ['packages/console'],
};

const ROOT_MANIFEST = JSON.parse(readFileSync(join(__dirname, 'package.json'), 'utf8'));

const UNIT = '(?:(?:packages|services)/[^/]+|deploy/manifests)';

/** The unit of an entry point. */
const unitOf = (unit) => unit.split('/').slice(0, 2).join('/');

const TEST_UNITS = ['packages/bench', ...new Set(Object.keys(TEST_UNITS_MAY_IMPORT).map(unitOf))];

/** Test files and their helpers in any unit: they run in a checkout, where devDependencies are installed. */
const TEST_FILES = '\\.(test|testing)\\.tsx?$|/src/testing/';

/** What production code never needs: tests, what helps them, units for tests. */
const TESTS = [TEST_FILES, ...TEST_UNITS.map((unit) => `^${unit}/`)].join('|');

/** The sources of a unit, or of one entry point of it. */
const sources = (unit) => {
  const [kind, name, entry] = unit.split('/');
  return entry ? `^${kind}/${name}/src/${entry}/` : `^${kind}/${name}/`;
};

const unitRules = Object.entries(MAY_IMPORT).map(([unit, allowed]) => ({
  name: `imports-of-${unit.split('/')[1]}`,
  comment: `${unit} may import ${allowed.join(', ') || 'no other unit'}.`,
  severity: 'error',
  from: { path: sources(unit), pathNot: TESTS },
  to: { path: `^${UNIT}/`, pathNot: [unit, ...allowed].map(sources).join('|') },
}));

const ALL_MAY_IMPORT = { ...MAY_IMPORT, ...TEST_UNITS_MAY_IMPORT };

/** Whether a unit imports another one, or one that does. */
const leadsTo = (from, to) =>
  (ALL_MAY_IMPORT[from] ?? ALL_MAY_IMPORT[unitOf(from)]).some((next) => unitOf(next) === to || leadsTo(next, to));

const testUnitRules = Object.entries(TEST_UNITS_MAY_IMPORT).map(([unit, allowed]) => ({
  name: `imports-of-${unit.split('/').slice(1).join('-')}`,
  comment: `${unit} may import ${allowed.join(', ') || 'no other unit'}.`,
  severity: 'error',
  from: { path: sources(unit) },
  to: { path: `^${UNIT}/`, pathNot: [unit, ...allowed].map(sources).join('|') },
}));

/** What tests of a unit import must not lead back to it. */
const upwardRules = Object.keys(MAY_IMPORT).map((unit) => {
  const above = Object.keys(TEST_UNITS_MAY_IMPORT).filter((testUnit) => leadsTo(testUnit, unit));
  return {
    name: `tests-of-${unit.split('/')[1]}`,
    comment: `Tests of ${unit} may not import what imports it: ${above.join(', ')}.`,
    severity: 'error',
    from: { path: sources(unit) },
    to: { path: [...above, 'packages/bench'].map(sources).join('|') },
  };
});

const libraryRules = Object.entries(LIBRARY_ONLY_IN).map(([library, units]) => ({
  name: `only-some-know-${library.replace(/\W+/g, '-')}`,
  comment: `${library} is known to ${units.join(', ')} only.`,
  severity: 'error',
  from: { path: `^${UNIT}/`, pathNot: `${TESTS}|${units.map(sources).join('|')}` },
  to: { path: `/node_modules/${library}/` },
}));

/** The units, each with its package.json. A folder without one is left from a removed unit: only what was built is in it. */
const MANIFESTS = ['packages', 'services', 'deploy'].flatMap((kind) =>
  readdirSync(join(__dirname, kind))
    .filter((name) => existsSync(join(__dirname, kind, name, 'package.json')))
    .map((name) => [`${kind}/${name}`, JSON.parse(readFileSync(join(__dirname, kind, name, 'package.json'), 'utf8'))]),
);
const FOLDER_OF = new Map(MANIFESTS.map(([unit, { name }]) => [name, unit]));

/** Matches the modules of a package: the sources of a unit, or an installed library. */
const modulesOf = (name) =>
  FOLDER_OF.has(name) ? `^${FOLDER_OF.get(name)}/` : `/node_modules/${name.replace('.', '\\.')}/`;

const undeclared = (unit, { name, comment, from, sections }) => {
  const declared = sections.flatMap((section) => Object.keys(section ?? {})).map(modulesOf);
  return {
    name: `${name}-${unit.split('/')[1]}`,
    comment,
    severity: 'error',
    from,
    to: { path: `^${UNIT}/|/node_modules/`, pathNot: [`^${unit}/`, ...declared].join('|') },
  };
};

/**
 * Imports by the package.json of the importing unit. The types of a dependency do not do: a unit of the workspace has the type
 * `undetermined`, wherever its name is declared. A bundle has what it needs within, so the console may use devDependencies.
 */
const declaredRules = MANIFESTS.flatMap(([unit, manifest]) => {
  const installed = [manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies];
  const inCheckout = [...installed, ROOT_MANIFEST.devDependencies];
  const production = unit === 'packages/console' ? [...installed, manifest.devDependencies] : installed;
  return [
    undeclared(unit, {
      name: 'declared-by',
      comment: `A production installation has the dependencies of ${unit}/package.json only.`,
      from: { path: `^${unit}/src/`, pathNot: TEST_FILES },
      sections: TEST_UNITS.includes(unit) ? inCheckout : production,
    }),
    undeclared(unit, {
      name: 'declared-for-tests-of',
      comment: `Tests import what ${unit}/package.json or the one of the root declares.`,
      from: { path: `^${unit}/` },
      sections: [...inCheckout, manifest.devDependencies],
    }),
  ];
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...unitRules,
    ...testUnitRules,
    ...upwardRules,
    ...libraryRules,
    {
      name: 'no-cycle',
      comment: 'Modules that need each other are one module, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'Nobody reads this file.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot:
          '\\.d\\.ts$|/src/index\\.ts$|/src/main\\.tsx?$|^packages/console/(vite\\.config\\.mjs|public/)|^packages/testbed/src/jest/|^packages/decode/otlp-table\\.mjs$',
      },
      to: {},
    },
    {
      name: 'trace-index-by-its-port',
      comment: 'Reads use the trace index by read/trace-index.ts: nothing else imports the files behind it.',
      severity: 'error',
      from: { path: '^packages/store/src/', pathNot: `${TESTS}|/read/(index-[^/]*|trace-index)\\.ts$` },
      to: { path: '^packages/store/src/read/index-' },
    },
    {
      name: 'no-deep-import',
      comment: 'Import a unit by its name: its index is what it offers.',
      severity: 'error',
      from: { path: `^(${UNIT})/` },
      to: {
        path: `^${UNIT}/`,
        pathNot: `^$1/|^${UNIT}/src/(index|(connect|write|read|migrate|operate|kafka|testing|heap|machine|network|samples|servers|schemas)/index)\\.ts$`,
      },
    },
    {
      name: 'no-import-by-path',
      comment: 'Import a unit by its name, not by a path to it.',
      severity: 'error',
      from: { path: `^(${UNIT})/` },
      to: { path: `^${UNIT}/`, pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'decode-types-only',
      comment: 'normalize knows the shapes that decode gives, not how it reads them.',
      severity: 'error',
      from: { path: '^packages/normalize/', pathNot: TESTS },
      to: { path: '^packages/decode/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'schemas-without-decoder',
      comment: 'What describes a body needs no library that checks it: packages/api depends on the schemas alone.',
      severity: 'error',
      from: { path: '^packages/decode/src/schemas/' },
      to: { pathNot: '^packages/(record|decode/src/(schemas/|decode-error))' },
    },
    {
      name: 'developer-units-in-tests-only',
      comment: 'Production code never needs what is there for tests.',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: 'no-test-in-source',
      comment: 'What two tests need is a file of its own.',
      severity: 'error',
      from: {},
      to: { path: '\\.test\\.ts$' },
    },
    {
      name: 'resolvable',
      comment: 'Declare the dependency in the package.json of the unit.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...declaredRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Scripts that capture what SDKs send run with what they install themselves.
    exclude: { path: `^${UNIT}/dist/|^packages/normalize/captures/` },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@sluice/source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
