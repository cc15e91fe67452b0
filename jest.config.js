const swc = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs', ignoreDynamic: true },
    sourceMaps: 'inline',
  },
];

/** Settings that every project needs: TypeScript by swc, packages resolved to their sources, no build. */
const base = {
  transform: { '^.+\\.ts$': swc },
  testEnvironmentOptions: { customExportConditions: ['@sluice/source', 'node', 'node-addons'] },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['**/src/**/*.test.ts'],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, '\\.it\\.test\\.ts$', '\\.kafka\\.test\\.ts$'],
    },
    {
      ...base,
      displayName: 'it',
      testMatch: ['**/src/**/*.it.test.ts'],
      globalSetup: '<rootDir>/packages/testkit/src/jest/global-setup.ts',
      globalTeardown: '<rootDir>/packages/testkit/src/jest/global-teardown.ts',
      setupFilesAfterEnv: ['<rootDir>/packages/testkit/src/jest/setup-database.ts'],
    },
  ],
};
