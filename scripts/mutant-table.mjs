import { ACCESS_MUTANTS } from './access-mutants.mjs';
import { EVENT_MUTANTS } from './event-mutants.mjs';
import { INDEX_MUTANTS } from './index-mutants.mjs';
import { LIST_MUTANTS } from './list-mutants.mjs';
import { PACK_MUTANTS } from './pack-mutants.mjs';
import { PROJECT_MUTANTS } from './project-mutants.mjs';
import { RECORD_MUTANTS } from './record-mutants.mjs';
import { RETENTION_MUTANTS } from './retention-mutants.mjs';
import { SCORE_MUTANTS } from './score-mutants.mjs';
import { SEARCH_MUTANTS } from './search-mutants.mjs';
import { SUM_MUTANTS } from './sum-mutants.mjs';
import { THREAD_MUTANTS } from './thread-mutants.mjs';

const STORE = 'packages/store/src';
const STORE_TEST = `${STORE}/write/postgres-store.it.test.ts`;
const METRIC_ROLLUP_TEST = `${STORE}/write/metric-rollup/metric-rollup.it.test.ts`;
const INDEX_RETENTION_TEST = `${STORE}/write/trace-index/index-retention.it.test.ts`;
const BUS = 'packages/bus/src';
const QUERY = 'services/query/src';
const GATEWAY = 'services/gateway/src';
const SELF_TRACES_TEST = 'services/standalone/src/self-traces.it.test.ts';

/**
 * Mutants: product code with one fault, each as [fault, file, text that occurs once in the file, replacement, test files of which one has
 * to fail].
 */
export const MUTANTS = [
  // Exactly once.
  [
    'a position moves from wherever it stands',
    `${STORE}/write/sql/offsets.ts`,
    'and o.next_offset = w.from_offset',
    'and w.from_offset is not null',
    [STORE_TEST],
  ],
  [
    'a position of an older epoch moves',
    `${STORE}/write/sql/offsets.ts`,
    'newer.epoch > w.epoch',
    'newer.epoch > w.epoch + 1000',
    [STORE_TEST, 'services/cli/src/cli.it.test.ts'],
  ],
  [
    'a writer skips the offset at which it stands',
    'services/writer/src/writer.ts',
    'offset >= from.nextOffset',
    'offset > from.nextOffset',
    ['services/writer/src/writer.test.ts'],
  ],
  [
    'a writer does not stop before a gap',
    'services/writer/src/writer.ts',
    'batch.from > from.nextOffset',
    'false',
    ['services/writer/src/writer.test.ts'],
  ],
  [
    'a request that is repeated is stored again',
    `${STORE}/write/sql/receipts.ts`,
    '!fresh.has(record)',
    'first.get(record.recordId) !== record',
    [STORE_TEST],
  ],
  [
    'an idempotency key counts for every body',
    `${GATEWAY}/read/record-ids.ts`,
    '[request.sender, request.key, body, chunk, ...ofProject]',
    '[request.sender, request.key, chunk, ...ofProject]',
    [`${GATEWAY}/gateway.test.ts`],
  ],
  [
    'an idempotency key counts for every sender',
    `${GATEWAY}/read/record-ids.ts`,
    '[request.sender, request.key, body, chunk, ...ofProject]',
    '[request.key, body, chunk, ...ofProject]',
    [`${GATEWAY}/gateway.test.ts`],
  ],
  [
    'an idempotency key counts for every project',
    `${GATEWAY}/read/record-ids.ts`,
    'body, chunk, ...ofProject]',
    'body, chunk]',
    [`${GATEWAY}/read/index.test.ts`],
  ],
  [
    'records of a project are published without it',
    `${GATEWAY}/read/index.ts`,
    '({ ...record, project })',
    '({ ...record })',
    [`${GATEWAY}/read/index.test.ts`, `${GATEWAY}/large/large-bodies.test.ts`],
  ],
  // The bus.
  [
    'records of one key go to another partition than with other clients',
    `${BUS}/kafka/kafka-publisher.ts`,
    'keyHash(message.key) % partitions',
    '(keyHash(message.key) + 1) % partitions',
    [`${BUS}/kafka/publisher.kafka.test.ts`],
  ],
  [
    'a publish is acknowledged with its first partition',
    `${BUS}/pending-publish.ts`,
    'if (this.#open > 0) {',
    'if (this.#open < 0) {',
    [`${BUS}/memory-bus.test.ts`, `${BUS}/kafka/publisher.kafka.test.ts`],
  ],
  [
    'a receipt names the first record of a batch',
    `${BUS}/kafka/lane.ts`,
    'firstOffset + batch.length - 1',
    'firstOffset',
    [`${BUS}/kafka/publisher.kafka.test.ts`],
  ],
  [
    'the leader alone acknowledges',
    `${BUS}/kafka/producers.ts`,
    'acks: -1',
    'acks: 1',
    [`${BUS}/kafka/cluster.kafka.test.ts`],
  ],
  ...RECORD_MUTANTS,
  ...ACCESS_MUTANTS,
  ...LIST_MUTANTS,
  ...SUM_MUTANTS,
  ...EVENT_MUTANTS,
  ...INDEX_MUTANTS,
  ...PACK_MUTANTS,
  ...PROJECT_MUTANTS,
  ...RETENTION_MUTANTS,
  ...SCORE_MUTANTS,
  ...SEARCH_MUTANTS,
  ...THREAD_MUTANTS,
  // Merging.
  [
    'a call that was chosen for a trace stays chosen when it gets worse',
    `${STORE}/write/existing-traces.ts`,
    '!hasSameOpen(before, after) || calls.some((call) => changedBelow.includes(call))',
    '!hasSameOpen(before, after)',
    [`${STORE}/write/model-io.it.test.ts`],
  ],
  [
    'a trace has the input of an agent although a generation has one',
    `${STORE}/write/sql/model-io.ts`,
    "c.type = 'GENERATION' desc",
    "c.type = 'AGENT' desc",
    [`${STORE}/write/model-io.it.test.ts`],
  ],
  [
    'of two values the one received first wins',
    `${STORE}/write/state/stamped-fields.ts`,
    'stampB < stampA',
    'stampB > stampA',
    [STORE_TEST],
  ],
  [
    'tags are in the order last seen',
    `${STORE}/write/state/trace-state.ts`,
    'stamp < known',
    'stamp > known',
    [`${STORE}/write/state/merge-records.test.ts`, STORE_TEST],
  ],
  [
    'what a span below says of its trace beats the root',
    'packages/normalize/src/merge-trace-fields.ts',
    'ORDER[claim.rank] > ORDER[held.rank]',
    'ORDER[claim.rank] < ORDER[held.rank]',
    ['packages/normalize/src/merge-trace-fields.test.ts'],
  ],
  [
    'of a refused batch an item in the middle is dropped',
    `${STORE}/write/apply-or-bisect.ts`,
    'slices.slice(middle)]',
    'slices.slice(middle + 1)]',
    [STORE_TEST],
  ],
  [
    'a dead letter names another item',
    'packages/record/src/kinds.ts',
    'firstItem: part.firstItem + middle,',
    'firstItem: part.firstItem,',
    [STORE_TEST],
  ],
  // Hours of metrics.
  [
    'an hour of points is rolled up while a transaction may change it without making it dirty',
    `${STORE}/write/metric-rollup/metric-rollup.ts`,
    "if (!state.isSettled) return { hours: 0, left: 'waiting' };",
    '',
    [METRIC_ROLLUP_TEST],
  ],
  [
    'a query reads the rollup of a dirty hour',
    `${STORE}/read/clean-hours.ts`,
    'where x.changed is null',
    'where x.series_id is not null',
    [METRIC_ROLLUP_TEST],
  ],
  [
    'a deletion of points does not make their hour dirty',
    `${STORE}/migrate/initial/metric-rollup.ts`,
    'queue_deleted after delete on %s referencing old table',
    'queue_deleted after insert on %s referencing new table',
    [METRIC_ROLLUP_TEST],
  ],
  [
    'the hours of points that are detached with their partition stay',
    `${STORE}/write/metric-rollup/metric-rollup.ts`,
    'if (!names.includes(name)) await',
    'if (names.length === 0) await',
    [METRIC_ROLLUP_TEST],
  ],
  [
    'the hours of points that are emptied with their day stay',
    `${STORE}/migrate/initial/metric-rollup.ts`,
    'where (first_day is null or h.hour >= first_day',
    'where (first_day is null and h.hour >= first_day',
    [INDEX_RETENTION_TEST],
  ],
  [
    'traces that expire stay in the daily sums',
    `${STORE}/write/retention/traces.ts`,
    'daily.countTrace(shard, day, -1);',
    '',
    [`${STORE}/write/retention/retention.it.test.ts`],
  ],
  // Reading.
  [
    'the newest point of a metric is that of the groups that are answered',
    `${STORE}/read/query-metric.ts`,
    '({ ...row, latest, truncated })',
    '({ ...row, truncated })',
    [`${STORE}/read/metric-burst.it.test.ts`],
  ],
  [
    'a percentile is not interpolated',
    `${STORE}/read/metric-aggregates.ts`,
    'percentile_cont(',
    'percentile_disc(',
    [`${STORE}/read/query-metric.it.test.ts`],
  ],
  [
    'a sum leaves the range of a double on its way',
    `${STORE}/metric-hours.ts`,
    'double(2 ** 960)',
    'double(Number.MAX_VALUE)',
    [`${STORE}/read/query-metric.it.test.ts`],
  ],
  [
    'of points of one time the first stored is the last',
    `${STORE}/metric-hours.ts`,
    'p.seq::double precision',
    '-p.seq::double precision',
    [`${STORE}/read/query-metric.it.test.ts`],
  ],
  [
    'the end of a window is not in it',
    `${QUERY}/queries/metric-query.ts`,
    'to.micros + to.precision',
    'to.micros',
    [`${QUERY}/queries/metric-query.test.ts`],
  ],
  [
    'the last page is missing',
    `${QUERY}/present/meta.ts`,
    'Math.ceil(totalItems / limit)',
    'Math.floor(totalItems / limit)',
    [`${QUERY}/query.it.test.ts`, `${QUERY}/routes/routes.test.ts`],
  ],
  [
    'a JSON value is spliced in without a comma',
    `${QUERY}/present/splice.ts`,
    "before === '{' ? '' : ','",
    "before === '' ? ',' : ''",
    [`${QUERY}/present/splice.test.ts`],
  ],
  // Limits, credentials, secrets.
  [
    'one item less than the limit is too many',
    'packages/decode/src/otlp-tally.ts',
    '++this.#items > this.#limits.items',
    '++this.#items >= this.#limits.items',
    ['packages/decode/src/otlp.test.ts'],
  ],
  [
    'gzip may inflate to one byte more',
    'packages/decode/src/inflate.ts',
    'await inflate(body, { maxOutputLength: inflatedBytes,',
    'await inflate(body, { maxOutputLength: inflatedBytes + 1,',
    ['packages/decode/src/inflate.test.ts'],
  ],
  [
    'the rest of a body of zstd is ignored',
    'packages/decode/src/zstd.ts',
    'if (end < body.length)',
    'if (end < 0)',
    ['packages/decode/src/zstd.test.ts'],
  ],
  [
    'a body can inflate further than is reserved for it',
    `${GATEWAY}/inflate-body.ts`,
    'gzip: 1032, deflate: 1032',
    'gzip: 103, deflate: 103',
    [`${GATEWAY}/inflate-body.test.ts`],
  ],
  [
    'bytes in flight are never given back',
    'packages/http/src/byte-budget.ts',
    'release: () => resize(0)',
    'release: () => undefined',
    ['packages/http/src/byte-budget.test.ts'],
  ],
  [
    'a secret is stored as sent',
    'packages/normalize/src/redact.ts',
    'return isFact(text, skipWhite(text, 0)) ? text : REDACTED;',
    'return text;',
    ['packages/normalize/src/redact.test.ts'],
  ],
  // Traces of itself.
  [
    'a batch of traces of itself is traced',
    'services/writer/src/trace-batches.ts',
    'hasOnlySelfTraces(batch) ? undefined : ',
    '',
    [SELF_TRACES_TEST],
  ],
  [
    'a request that brings traces of itself without the header is traced',
    `${GATEWAY}/ingest.ts`,
    'if (ingestion.hasOnlySelfTraces) trace?.discard();',
    '',
    [SELF_TRACES_TEST],
  ],
  [
    'a request that brings traces of itself by the header is traced',
    'packages/http/src/trace-requests.ts',
    'headers[SELF_TRACES_HEADER] !== undefined',
    'false',
    ['packages/http/src/trace-requests.test.ts'],
  ],
  [
    'traces of itself are sent without the switch',
    'packages/tracing/src/settings.ts',
    'if (!settings.selfTraces) return',
    'if (settings.otlpEndpoint === undefined) return',
    ['packages/tracing/src/settings.test.ts'],
  ],
];
