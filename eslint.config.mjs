import { defineConfig, globalIgnores } from 'eslint/config';
import jest from 'eslint-plugin-jest';
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';
import { words } from './scripts/lint-words.mjs';

const NO_DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: a name is found by a search and is the same everywhere.',
};
const NO_WILDCARD = {
  selector: 'ExportAllDeclaration',
  message: 'Name what is exported: an index is the list of what a unit offers.',
};
const NO_ENUM = { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' };
const NO_TODO = {
  selector: "MemberExpression[object.name=/^(it|test)$/][property.name='todo']",
  message: 'Write the test: one that is only announced cannot fail.',
};
const NO_TIME_LIMIT = {
  selector:
    'CallExpression:matches([callee.name=/^(test|it|(before|after)(All|Each))$/], [callee.callee.property.name="each"], ' +
    '[callee.object.name="jest"][callee.property.name="setTimeout"]) > Literal[raw=/^[0-9]/]',
  message:
    'Leave it out: the limit of all tests grows with the slowness of the machine (patience of @sluice/testbed/machine).',
};

const NO_ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Settings are read once, in config.ts, and passed down.',
};
const INDEX_TABLES =
  '/trace_index_|segment_rollups|trace_rollups|valid_segments|segment_validity|observation_rollups|observation_blocks|observation_totals/';
const NO_INDEX_TABLES = ['Literal[value', 'TemplateElement[value.raw'].map((text) => ({
  selector: `${text}=${INDEX_TABLES}]`,
  message: 'Reads use the trace index by its port, read/trace-index.ts.',
}));
const NO_JSON_PARSE = {
  object: 'JSON',
  property: 'parse',
  message: 'Use parseJson of @sluice/record: Node 24 gives names that hold escapes wrong.',
};

const SYNTAX = [NO_DEFAULT_EXPORT, NO_WILDCARD, NO_ENUM, NO_TODO, NO_TIME_LIMIT];

const TESTS = ['**/*.test.ts', 'packages/{testbed,contracts,proof,bench}/**'];

export default defineConfig(
  globalIgnores(['**/dist/', '**/generated/', 'coverage/', 'patches/', '.sluice/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' }, rules: { 'max-lines': ['error', 400] } },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { words },
    rules: { 'words/doc-opening': 'error', 'words/declared-name': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          'packages/*/tsconfig.json',
          'services/*/tsconfig.json',
          'deploy/manifests/tsconfig.json',
          'tsconfig.test.json',
          'tsconfig.browser.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...SYNTAX],
      'no-restricted-properties': ['error', NO_ENVIRONMENT],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // `event['http.route']` beside `event['name']` reads better than a mixture.
      '@typescript-eslint/dot-notation': 'off',
      // Which of two equal notations is shorter is for the author to say.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // `() => list.push(x)` as a callback whose result nobody reads is the shortest form of it.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    // Where names arrive that users choose.
    files: ['packages/{record,decode,normalize,pricing,store}/src/**', 'services/query/src/**'],
    ignores: ['packages/record/src/{parse-json,json-object}.ts', '**/fixtures/**'],
    rules: { 'no-restricted-properties': ['error', NO_ENVIRONMENT, NO_JSON_PARSE] },
  },
  {
    files: ['packages/store/src/read/*.ts'],
    ignores: ['**/index-*.ts', '**/trace-index.ts', '**/*.testing.ts', ...TESTS],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, ...NO_INDEX_TABLES] },
  },
  { files: ['**/config.ts', ...TESTS], rules: { 'no-restricted-properties': 'off' } },
  {
    // What is sent is matched in linear time. Checked exactly, in the end by trying; one that takes too long for that is too
    // complicated. Other rules of the kind overlook a search that starts again at every character: `a.*b$`.
    files: ['**/*.{ts,tsx}'],
    ignores: [...TESTS, '**/*.testing.ts'],
    plugins: { redos },
    rules: { 'redos/no-vulnerable': ['error', { ignoreErrors: false, timeout: 60_000 }] },
  },
  {
    files: TESTS,
    plugins: { jest },
    rules: {
      // Tests that do not run, and expectations that nothing waits for, cannot fail.
      'jest/no-focused-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/no-commented-out-tests': 'error',
      'jest/no-identical-title': 'error',
      'jest/valid-expect': 'error',
      'jest/valid-expect-in-promise': 'error',
      // Jest's asymmetric matchers are `any`; an empty function stands for a port that a test does not use.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // A test writes the numbers of the wire, not the generated names for them.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // In a browser: what traces hold is hostile, and must never become markup or code.
    files: ['packages/console/src/**'],
    rules: {
      'no-eval': 'error',
      'no-restricted-syntax': [
        'error',
        ...SYNTAX,
        { selector: 'JSXAttribute[name.name=/^(dangerouslySetInnerHTML|srcDoc)$/]', message: 'Make elements of it.' },
        { selector: 'MemberExpression[property.name=/^(inner|outer)HTML$/]', message: 'Make elements of it.' },
      ],
    },
  },
  {
    files: ['packages/console/vite.config.mjs'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // A program at a terminal.
    files: ['packages/bench/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Jest asks for the default export of its set-up files.
    files: ['packages/testbed/src/jest/*.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_WILDCARD, NO_ENUM, NO_TODO, NO_TIME_LIMIT] },
  },
);
