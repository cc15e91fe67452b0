/**
 * Mutants that pass `.ci/run`: by the check of `.ci/release` that alone finds them, each as in mutant-table.mjs. In place of test files, a
 * shell command that has to fail in a copy of the product.
 */
export const RELEASE_MUTANTS = {
  'node-20': [
    [
      'a full disk is found by syntax that Node 20 lacks',
      'packages/embedded-postgres/src/embedded-postgres-error.ts',
      '/No space left on device|Disk quota exceeded|Check free disk space/',
      "new RegExp('(?i:No space left on device|Disk quota exceeded|Check free disk space)')",
      ['packages/embedded-postgres/src/start.it.test.ts'],
    ],
  ],
  'node-24': [
    [
      'an escaped name in an object is read by the engine',
      'packages/record/src/parse-json.ts',
      'return hasEscapedName(text)',
      "return text.startsWith('[') && hasEscapedName(text)",
      ['packages/record/src/parse-json.test.ts'],
    ],
  ],
  'postgres-15': [
    [
      'an account that creates roles may not let itself act as an owner that others made',
      'packages/store/src/migrate/roles.ts',
      "or u.rolcreaterole and current_setting('server_version_num')::int < 160000",
      "or u.rolcreaterole and current_setting('server_version_num')::int < 150000",
      ['packages/store/src/migrate/logins.it.test.ts', 'packages/store/src/migrate/rights.it.test.ts'],
    ],
  ],
  images: [
    [
      'the data folder of the image is owned by root',
      'deploy/images/Dockerfile',
      'install -d -o 1000 -g 1000 -m 0700',
      'install -d -m 0700',
      'node scripts/images.mjs',
    ],
  ],
  chaos: [
    [
      'an acknowledged item that is lost is no violation',
      'packages/bench/src/chaos/verify.ts',
      '...stored.violations,',
      '',
      'node_modules/.bin/tsc -b && node packages/bench/dist/main.js chaos --controls --seed 7 --recovery 240',
    ],
  ],
};
