const swc = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs', ignoreDynamic: true },
    sourceMaps: 'inline',
  },
];

/** No test has one of its own: it grows with the slowness of the machine. */
const TIME_LIMIT = '<rootDir>/packages/testbed/src/jest/time-limit.ts';

/** Settings that every project needs: TypeScript by swc, packages resolved to their sources, no build. */
const base = {
  transform: { '^.+\\.ts$': swc },
  testEnvironmentOptions: { customExportConditions: ['@sluice/source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['/dist/'],
  setupFilesAfterEnv: [TIME_LIMIT],
};

/** Test files tell by their names what they need: x.test.ts nothing, x.it.test.ts Postgres, x.kafka.test.ts a broker, x.browser.test.ts a browser. */
const NEEDS_MORE = ['\\.it\\.test\\.ts$', '\\.kafka\\.test\\.ts$', '\\.browser\\.test\\.ts$'];

/** @type {import('jest').Config} */
module.exports = {
  // Before those of the projects need it, and handed on to the workers.
  globalSetup: '<rootDir>/packages/testbed/src/jest/measure-machine.ts',
  // Tests that need a server wait most of their time: a core more than Jest would take halves the run where there are two.
  maxWorkers: '100%',
  testSequencer: '<rootDir>/scripts/slow-first.cjs',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['**/src/**/*.test.ts', '**/scripts/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...NEEDS_MORE],
      // It is an ES module only, which Jest cannot require; beside it lies the same for everybody else.
      moduleNameMapper: { '^marked$': '<rootDir>/packages/console/node_modules/marked/lib/marked.umd.js' },
    },
    {
      ...base,
      displayName: 'it',
      testMatch: ['**/src/**/*.it.test.ts'],
      globalSetup: '<rootDir>/packages/testbed/src/jest/postgres-setup.ts',
      globalTeardown: '<rootDir>/packages/testbed/src/jest/postgres-teardown.ts',
      setupFilesAfterEnv: [TIME_LIMIT, '<rootDir>/packages/testbed/src/jest/setup-database.ts'],
    },
    {
      ...base,
      displayName: 'kafka',
      testMatch: ['**/src/**/*.kafka.test.ts'],
      globalSetup: '<rootDir>/packages/testbed/src/jest/kafka-setup.ts',
      globalTeardown: '<rootDir>/packages/testbed/src/jest/kafka-teardown.ts',
      setupFilesAfterEnv: [TIME_LIMIT, '<rootDir>/packages/testbed/src/jest/skip-without-broker.ts'],
    },
    {
      ...base,
      displayName: 'browser',
      testMatch: ['**/src/**/*.browser.test.ts'],
      globalSetup: '<rootDir>/packages/testbed/src/jest/browser-setup.ts',
      globalTeardown: '<rootDir>/packages/testbed/src/jest/browser-teardown.ts',
      setupFilesAfterEnv: [TIME_LIMIT, '<rootDir>/packages/testbed/src/jest/skip-without-browser.ts'],
    },
  ],
};
