import { LONGEST_ID, NIL_UUID, sentObservationId } from '@sluice/record';
import type { Sized } from './portions';
import { type ProjectQueries, aboveFloor } from './project';
import { readAhead } from './read-ahead';
import { removedMeanwhile } from './store-error';
import { complete } from './trace-filter';
import type { StoredText } from './trace';
import type { ReadTraceRow } from './trace-row';

/** Ids of a trace that are read together with those of other traces, and ids of one portion if it has more. */
const FIRST_IDS = 1000;
const MORE_IDS = 10_000;

/** Bytes of an id in a JSON array, and hexadecimal digits of an id. */
const ID_BYTES = 40;
const HEX = 32;

/** SQL: all ids of rows `i`, in hexadecimal without separators: a third of the work of a JSON array. */
const IDS = `encode(string_agg(uuid_send(i.id), ''::bytea order by i.id), 'hex')`;

/** Returns the bytes of the observation ids of a trace. Beyond the first ids, some are read while others are sent. */
export function sizeOfIds({ observation_count: count, sent_id }: ReadTraceRow): Sized {
  if (sent_id !== null) return { bytes: 0, longest: SENT_BYTES * FIRST_IDS };
  const isLong = count >= FIRST_IDS;
  return { bytes: ID_BYTES * Math.min(count, FIRST_IDS), longest: isLong ? ID_BYTES * MORE_IDS : 0 };
}

/** Reads the observation ids of the given traces: JSON arrays in the order of the ids, null if there are none. */
export async function readObservationIds(
  queries: ProjectQueries,
  traces: readonly ReadTraceRow[],
): Promise<readonly (StoredText | null)[]> {
  const rows = await queries.query<IdsRow>({
    text: `
      select found.ids
      from unnest($1::uuid[], $3::integer[]) with ordinality as t(id, part, n)
      cross join lateral (
        select ${IDS} as ids
        from (select o.id from sluice.observations o
              where o.part = any($2) and o.part = t.part and o.trace_id = t.id
              order by o.id limit ${FIRST_IDS}) i
      ) found
      where ${aboveFloor(queries.project)}
      order by t.n`,
    values: [
      traces.map(({ key }) => key),
      [...new Set(traces.map(({ part }) => part))],
      traces.map(({ part }) => part),
    ],
  });
  return complete(traces, rows).map(({ ids }, index) => {
    const trace = traces[index];
    if (ids === null || trace === undefined) return null;
    if (trace.sent_id !== null) return readAhead(readSentIds(queries, trace));
    const first = `[${members(ids, trace).toString('latin1', 1)}`;
    return countOf(ids) < FIRST_IDS ? `${first}]` : readAhead(readMoreIds(queries, trace, first, lastOf(ids)));
  });
}

/** Bytes of an id that is any text, as JSON. */
const SENT_BYTES = 6 * LONGEST_ID;

/** Reads the ids of a trace of which some are any text, as one JSON array. */
async function* readSentIds(
  queries: ProjectQueries,
  { key, part, as_sent }: ReadTraceRow,
): AsyncGenerator<Buffer, void> {
  let separator = '[';
  for (let after = NIL_UUID, isLast = false; !isLast;) {
    const rows = await queries.query<{ readonly id: string; readonly sentId: string | null }>({
      text: `
        select o.id, o.sent_id as "sentId" from sluice.observations o cross join (select $1::integer as part) t
        where o.part = $1 and o.trace_id = $2 and o.id > $3 and ${aboveFloor(queries.project)}
        order by o.id limit ${FIRST_IDS}`,
      values: [part, key, after],
    });
    const ids = rows.map(({ id, sentId }) => sentId ?? (as_sent === true ? sentObservationId(id) : id));
    if (ids.length > 0) yield Buffer.from(separator + JSON.stringify(ids).slice(1, -1));
    separator = ',';
    after = rows.at(-1)?.id ?? after;
    isLast = rows.length < FIRST_IDS;
  }
  yield Buffer.from(']');
}

/** Ids in hexadecimal; null: there are none. */
interface IdsRow {
  readonly ids: string | null;
}

const countOf = (ids: string): number => ids.length / HEX;
const lastOf = (ids: string): string => ids.slice(-HEX);

/** Reads the first ids and all further ones, as one JSON array. @param first the array without its end */
async function* readMoreIds(
  queries: ProjectQueries,
  trace: ReadTraceRow,
  first: string,
  last: string,
): AsyncGenerator<Buffer, void> {
  const { key, part } = trace;
  yield Buffer.from(first);
  for (let after = last; ;) {
    const [row] = await queries.query<IdsRow>({
      text: `
        select ${IDS} as ids
        from (select o.id from sluice.observations o
              where o.part = $1 and o.trace_id = $2 and o.id > $3
              order by o.id limit ${MORE_IDS}) i
        having (select ${aboveFloor(queries.project)} from (select $1::integer as part) t)`,
      values: [part, key, after],
    });
    if (row === undefined) throw removedMeanwhile();
    const ids = row.ids ?? '';
    yield members(ids, trace);
    if (countOf(ids) < MORE_IDS) break;
    after = lastOf(ids);
  }
  yield Buffer.from(']');
}

const [COMMA, QUOTE, DASH] = [0x2c, 0x22, 0x2d] as const;
/** Bytes of a comma, quotes, digits and dashes. */
const MEMBER = HEX + 7;

/** First digits of an id that is made of a span id. */
const SPAN_PADDING = '0'.repeat(HEX / 2);

/** Returns ids as members of a JSON array, each after a comma. Byte by byte: cutting and joining texts takes eight times as long. */
function members(ids: string, { as_sent: isSent = false }: Pick<ReadTraceRow, 'as_sent'>): Buffer {
  const digits = Buffer.from(ids, 'latin1');
  const text = Buffer.allocUnsafe(countOf(ids) * MEMBER);
  let at = 0;
  for (let from = 0; from < digits.length; from += HEX) {
    text[at++] = COMMA;
    text[at++] = QUOTE;
    const isSpan = isSent && ids.startsWith(SPAN_PADDING, from);
    for (let digit = isSpan ? SPAN_PADDING.length : 0; digit < HEX; digit += 1) {
      if (!isSpan && (digit === 8 || digit === 12 || digit === 16 || digit === 20)) text[at++] = DASH;
      text[at++] = digits[from + digit] ?? 0;
    }
    text[at++] = QUOTE;
  }
  return text.subarray(0, at);
}
