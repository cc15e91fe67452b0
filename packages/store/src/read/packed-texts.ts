import { DatabaseError } from 'pg';
import { PACK_BYTES, type Range, isReference, joinedInPacks, rangesOf } from '../packs/pack-format';
import type { Queries, Statement } from './database';
import { removedMeanwhile } from './store-error';

/** A trace whose packs contain texts. */
export interface PackOwner {
  readonly part: number;
  readonly key: string;
}

/** A stored value of a trace, which may be a reference. */
export interface StoredValue {
  readonly trace: PackOwner;
  readonly value: string | null;
}

/** SQLSTATE of a text with U+0000, which an erased piece consists of. */
const ERASED = '22021';

/**
 * Reads the texts of stored values, in their order; other values are returned as they are. Values that share passages share the bytes that
 * are read: in memory are no more than those of the texts.
 */
export async function readTexts(queries: Queries, stored: readonly StoredValue[]): Promise<readonly (string | null)[]> {
  const ranges = new Map<PackOwner, Range[]>();
  const references = stored.map(({ trace, value }) => {
    if (!isReference(value)) return undefined;
    const own = rangesOf(value);
    const all = ranges.get(trace) ?? [];
    for (const range of own) all.push(range);
    ranges.set(trace, all);
    return own;
  });
  if (ranges.size === 0) return stored.map(({ value }) => value);
  const passages = await readPassages(queries, ranges);
  return stored.map(
    ({ trace, value }, n) =>
      references[n]?.reduce((text, range) => text + (passages.get(trace)?.textOf(range) ?? ''), '') ?? value,
  );
}

/** Reads the bytes of these ranges of one trace. */
export async function readRanges(queries: Queries, trace: PackOwner, ranges: readonly Range[]): Promise<Buffer> {
  const passages = await readPassages(queries, new Map([[trace, ranges]]));
  return Buffer.from(ranges.map((range) => passages.get(trace)?.textOf(range)).join(''));
}

/** Packs of which one row contains bytes, at most: the database and the driver take longer for larger rows, and for more rows. */
const PACKS_A_ROW = 16;

/** Ranges of consecutive packs of one trace, one in each; their bytes are read as one row. */
interface Run {
  readonly trace: PackOwner;
  readonly ranges: Range[];
}

const packOf = ({ at }: Range): number => Math.floor(at / PACK_BYTES);

/** Divides ranges, which are joined in packs, into runs. */
function runsOf(trace: PackOwner, ranges: readonly Range[]): Run[] {
  const runs: Run[] = [];
  let next = -1;
  for (const range of ranges) {
    const last = runs.at(-1)?.ranges;
    const no = packOf(range);
    if (last !== undefined && no === next && last.length < PACKS_A_ROW) last.push(range);
    else runs.push({ trace, ranges: [range] });
    next = no + 1;
  }
  return runs;
}

/** Text of a run. */
class Row {
  readonly #text: string;
  /** Bytes, if not each of them is a character. */
  readonly #bytes: Buffer | undefined;

  /** @param bytes of the ranges, of which one is missing if the text has fewer */
  constructor(text: string, bytes: number) {
    this.#text = text;
    if (text.length === bytes) return;
    this.#bytes = Buffer.from(text);
    if (this.#bytes.length !== bytes) throw removedMeanwhile();
  }

  textOf(from: number, bytes: number): string {
    return this.#bytes?.toString('utf8', from, from + bytes) ?? this.#text.slice(from, from + bytes);
  }
}

/** A range that was read, and its first byte in the row. */
interface Passage extends Range {
  readonly row: Row;
  readonly from: number;
}

/** Passages of the packs of one trace by the number of the pack. */
class Passages {
  readonly #byPack = new Map<number, Passage[]>();

  add(passage: Passage): void {
    const no = packOf(passage);
    const others = this.#byPack.get(no);
    if (others === undefined) this.#byPack.set(no, [passage]);
    else others.push(passage);
  }

  textOf(range: Range): string {
    const { at, bytes } = range;
    const passages = this.#byPack.get(packOf(range));
    const passage = passages?.find((each) => each.at <= at && at < each.at + each.bytes);
    if (passage === undefined) throw removedMeanwhile();
    return passage.row.textOf(passage.from + at - passage.at, bytes);
  }
}

/** Reads what the ranges of these traces cover, each byte once. */
async function readPassages(
  { query }: Queries,
  ranges: ReadonlyMap<PackOwner, readonly Range[]>,
): Promise<ReadonlyMap<PackOwner, Passages>> {
  const runs = Array.from(ranges, ([trace, all]) => runsOf(trace, joinedInPacks(all))).flat();
  const rows = await query<{ run: number; text: string }>(statementOf(runs)).catch((thrown: unknown) => {
    throw thrown instanceof DatabaseError && thrown.code === ERASED ? removedMeanwhile() : thrown;
  });
  const texts = new Map(rows.map(({ run, text }) => [run, text]));
  const passages = new Map(Array.from(ranges.keys(), (trace) => [trace, new Passages()]));
  runs.forEach(({ trace, ranges }, n) => {
    const bytes = ranges.reduce((sum, range) => sum + range.bytes, 0);
    const row = new Row(texts.get(n + 1) ?? '', bytes);
    let from = 0;
    for (const range of ranges) {
      passages.get(trace)?.add({ ...range, row, from });
      from += range.bytes;
    }
  });
  return passages;
}

/** Builds the statement that reads runs: each is one scan of the index, in its order. */
function statementOf(runs: readonly Run[]): Statement {
  const ranges = runs.flatMap((run) => run.ranges);
  const numbers = runs.map((run) => packOf(run.ranges[0] as Range));
  let before = 0;
  const places = runs.map((run, n) => {
    const place = 1 + before - (numbers[n] as number);
    before += run.ranges.length;
    return place;
  });
  return {
    text: `
      select k.run, convert_from(b.bytes, 'UTF8') as text
      from unnest($1::integer[], $2::uuid[], $3::integer[], $4::integer[], $5::integer[]) with ordinality as k (part, trace_id, no, packs, place, run)
      cross join lateral (
        select string_agg(
                 substring(p.body from ($6::integer[])[k.place + p.no] + 1 for ($7::integer[])[k.place + p.no]), ''::bytea
                 order by p.no) as bytes
        from sluice.text_packs p
        where p.part = any($8) and p.part = k.part and p.trace_id = k.trace_id and p.no between k.no and k.no + k.packs - 1
      ) b`,
    values: [
      runs.map(({ trace }) => trace.part),
      runs.map(({ trace }) => trace.key),
      numbers,
      runs.map((run) => run.ranges.length),
      places,
      ranges.map(({ at }) => at % PACK_BYTES),
      ranges.map(({ bytes }) => bytes),
      [...new Set(runs.map(({ trace }) => trace.part))],
    ],
  };
}
