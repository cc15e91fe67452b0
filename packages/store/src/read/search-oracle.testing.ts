import type { TRACE_SEARCHED } from '@sluice/record';
import fc from 'fast-check';
import type { Pool } from 'pg';

/* Random traces that are written past the writer, and their texts in plain code. */

export const PART = 494_000;
export const BASE = Date.UTC(2026, 10, 20, 12) * 1000;
export const uuid = (n: number): string => `${n.toString(16).padStart(8, '0')}-ab00-4000-8000-00000000000${n % 10}`;

export interface Row {
  readonly id: string;
  readonly project: 0 | 1;
  readonly part: number;
  readonly timestamp: number;
  readonly name: string | null;
  readonly user: string | null;
  readonly tags: readonly string[];
  readonly environment: string;
  readonly errors: number;
  /** JSON text. */
  readonly input: string | null;
  readonly output: string | null;
  readonly metadata: string | null;
  /** Whether the values are those of an observation. */
  readonly fromRoot: boolean;
  /** Observation beside the root. */
  readonly step: Step;
}

export interface Step {
  readonly name: string | null;
  readonly status: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly metadata: string | null;
}

export const PIECES = [
  ...['a', 'A', 'b', 'n', 't', 'u', '%', '_', '.*', '\\', '\\n', '\\u0041', '\n', '\t', '"', "'", '/', '{', '[', '0'],
  ...['ä', 'Ä', 'a\u0308', 'A\u0308', 'é', 'É', 'ß', 'ẞ', 'ss', 'Ж', 'ж', 'σ', 'Σ', 'ς', 'ı', 'İ', 'i', 'I', 'K', 'k'],
  ...['你', '好', 'م', 'רח', 'हि', '\u{1F600}', '\u{1F601}', '\u{10400}', '\u{10428}', '\uFFFD', '$1', '\x01', '--'],
] as const;
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(''));

/** JSON text as different senders write it. */
const WRITERS: readonly ((value: unknown) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, undefined, 2),
  (value) => escapedBeyond(JSON.stringify(value), '\x7f'),
  (value) =>
    escapedBeyond(JSON.stringify(value), '\x7f').replace(
      /\\u[0-9a-f]{4}/g,
      (escape) => `\\u${escape.slice(2).toUpperCase()}`,
    ),
  (value) => JSON.stringify(value).replaceAll('/', '\\/').replaceAll('A', '\\u0041').replaceAll('a', '\\u0061'),
];
const escapedBeyond = (json: string, last: string): string =>
  json.replace(/[^]/g, (unit) => (unit > last ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit));

const values = fc
  .tuple(
    fc.oneof(texts, fc.record({ a: texts, b: fc.array(texts, { maxLength: 2 }) }), fc.constant(12.5)),
    fc.constantFrom(...WRITERS),
  )
  .map(([value, write]) => write(value));

export const rows: fc.Arbitrary<Row[]> = fc
  .array(
    fc.record({
      project: fc.constantFrom<0 | 1>(0, 0, 1),
      part: fc.integer({ min: PART, max: PART + 5 }),
      // Many have the same time, to the microsecond.
      timestamp: fc.integer({ min: 0, max: 12 }).map((n) => BASE + n * 1001),
      name: fc.option(texts),
      user: fc.option(fc.constantFrom('ada', 'bob')),
      tags: fc.uniqueArray(fc.oneof(fc.constantFrom('x', 'y'), texts), { maxLength: 3 }),
      environment: fc.constantFrom('default', 'dev'),
      errors: fc.constantFrom(0, 0, 1, 2),
      input: fc.option(values),
      output: fc.option(values),
      metadata: fc.option(values),
      fromRoot: fc.boolean(),
      step: fc.record({
        ...{ name: fc.option(texts), status: fc.option(texts) },
        ...{ input: fc.option(values), output: fc.option(values), metadata: fc.option(values) },
      }),
    }),
    { minLength: 100, maxLength: 100 },
  )
  .map((all) => all.map((row, n) => ({ ...row, id: uuid(n * 37) })));

const OTHER = '"of another observation"';
const ROOT = '00000000-0000-4000-8000-000000000001';
export const STEP = 'f0000000-0000-4000-8000-000000000002';

export async function insertRow(owner: Pool, row: Row): Promise<void> {
  const key = row.project === 0 ? row.id : row.id.replace('-ab00-', '-ac00-');
  const { fromRoot, input, output, metadata, step } = row;
  await owner.query(
    `insert into sluice.observations (part, trace_id, id, level, name, status_message, input, output, metadata, counted, created_at, updated_at, stamp)
     select $1::integer, $2::uuid, x.*, true, now(), now(), '3'
     from (values ($3::uuid, null, null, null, $4, $5, null), ($6::uuid, null, $7, $8, $9, $10, $11)) x
     union all
     select $1::integer, $2::uuid, uuid 'e0000000-0000-4000-8000-000000000000', 'ERROR', null, null, null, null, null, true, now(), now(), '3'
     from generate_series(1, sign($12::integer)::integer)`,
    [
      ...[row.part, key, ROOT, fromRoot ? input : OTHER, fromRoot ? output : null],
      ...[STEP, step.name, step.status, step.input, step.output, step.metadata, row.errors],
    ],
  );
  await owner.query(
    `insert into sluice.traces (id, public_id, project, part, shard, name, user_id, tags, environment, input_from, output_from, has_io,
       observation_count, error_count, "timestamp", created_at, updated_at, stamp)
     select $1, $2, $3, $4, 0, $5, $6, $7, nullif($8, 'default'), $9, $10, true, 2 + sign($11::integer), $11, t, t, t, '3'
     from (select timestamptz 'epoch' + $12::bigint * interval '1 microsecond' as t) x`,
    [
      ...[key, row.project === 0 ? null : row.id, row.project, row.part, row.name, row.user, row.tags, row.environment],
      ...[fromRoot && input !== null ? ROOT : null, fromRoot && output !== null ? ROOT : null],
      ...[row.errors, row.timestamp],
    ],
  );
  await owner.query(
    'insert into sluice.trace_io (part, trace_id, input, output, metadata) values ($1, $2, $3, $4, $5)',
    [row.part, key, fromRoot ? null : input, fromRoot ? null : output, metadata],
  );
}

/** A letter in whatever case; nothing else is the same as another character. */
export const lowerCased = (text: string): string =>
  Array.from(text, (c) => {
    if (c === 'ς') return 'σ';
    const lower = c.toLowerCase();
    return c === '\u212a' || Array.from(lower).length > 1 ? c : lower;
  }).join('');

const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
export const unescaped = (json: string): string =>
  json.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, unit: string | undefined, letter: string) =>
    unit === undefined ? (SHORT[letter] ?? letter) : String.fromCharCode(parseInt(unit, 16)),
  );

type Field = (typeof TRACE_SEARCHED)[number];

/** Texts of a row that a field names, without the escapes of JSON. */
export function textsOf(row: Row, field: Field): readonly (string | null)[] {
  const json = (...values: readonly (string | null)[]) =>
    values.map((value) => (value === null ? null : unescaped(value)));
  const { step } = row;
  switch (field) {
    case 'name':
      return [row.name];
    case 'id':
      return [row.id];
    case 'tags':
      return row.tags;
    case 'input':
    case 'output':
      return json(row[field]);
    case 'metadata':
      return json(row.metadata, step.metadata);
    case 'status':
      return [step.status];
    case 'observations':
      return [
        ...[ROOT, STEP, ...(row.errors > 0 ? ['e0000000-0000-4000-8000-000000000000'] : []), step.name, step.status],
        ...json(
          row.fromRoot ? row.input : OTHER,
          row.fromRoot ? row.output : null,
          step.input,
          step.output,
          step.metadata,
        ),
      ];
  }
}
