const STORE = 'packages/store/src';

/** Mutants of `MUTANTS` that would let a record stop its partition, or report it as stored too early. */
export const RECORD_MUTANTS = [
  [
    'a text is valid because it begins as a valid one does',
    'packages/normalize/src/json-containers.ts',
    'if (text.slice(from, place.at) !== other?.text.slice(from, place.at)) break;',
    '',
    ['packages/normalize/src/json-containers.test.ts'],
  ],
  [
    'what encloses a known beginning of a text is not closed',
    'packages/record/src/json-check.ts',
    '[...(last?.closers ?? [])]',
    '[]',
    ['packages/normalize/src/json-containers.test.ts'],
  ],
  [
    'records of one list are received at once, and any of their points is the last',
    'packages/normalize/src/list-normalizer.ts',
    'receivedAt: receivedAt + chunk',
    'receivedAt',
    ['packages/normalize/src/metric-points.test.ts'],
  ],
  [
    'metadata of every span is that of its trace',
    'packages/normalize/src/otlp-span.ts',
    'if (isOfRoot(claim)) setMetadata',
    'setMetadata',
    ['packages/normalize/src/merge-trace-fields.test.ts'],
  ],
  [
    'a trace of native observations alone is taken for one of spans',
    `${STORE}/read/restore-sent-ids.ts`,
    'o.id <= $4::uuid',
    '$4::uuid is not null',
    [`${STORE}/read/restore-sent-ids.it.test.ts`],
  ],
  [
    'an answer with ids as first sent is the same version as that with UUIDs',
    'services/query/src/routes/sdk-form.ts',
    '`${found.version} as sent`',
    'found.version',
    ['services/standalone/src/api.it.test.ts'],
  ],
  [
    'a receipt is answered one record too early',
    `${STORE}/read/stored-offsets.ts`,
    'place."offset" < coalesce',
    'place."offset" <= coalesce',
    [`${STORE}/read/stored-offsets.it.test.ts`, 'services/query/src/query.it.test.ts'],
  ],
  [
    'free-form values of a log are not looked at',
    'packages/record/src/codec.ts',
    'return decode(bytes, checkJson);',
    'return decode(bytes, () => undefined);',
    ['packages/record/src/codec.test.ts', `${STORE}/write/hostile-records.it.test.ts`],
  ],
  [
    'a record that a daily sum has no room for halts its partition',
    `${STORE}/write/postgres-store.ts`,
    'if (dailyWithin) applyDaily(within, dailyOf(kindsApplied));\n',
    '',
    [`${STORE}/write/hostile-records.it.test.ts`],
  ],
];
