import { DatabaseError } from 'pg';
import { PACK_BYTES, type Range, isReference, joinedInPacks, rangesOf } from '../packs/pack-format';
import type { Queries } from './database';
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
    ({ trace, value }, n) => references[n]?.map((range) => passages.get(trace)?.textOf(range)).join('') ?? value,
  );
}

/** Reads the bytes of these ranges of one trace. */
export async function readRanges(queries: Queries, trace: PackOwner, ranges: readonly Range[]): Promise<Buffer> {
  const passages = await readPassages(queries, new Map([[trace, ranges]]));
  return Buffer.from(ranges.map((range) => passages.get(trace)?.textOf(range)).join(''));
}

/** Ranges whose bytes are read as one row: many small rows take the driver longer than the database. */
const RANGES_A_ROW = 32;

/** A row of the bytes of some ranges, one after the other. */
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
    const no = Math.floor(passage.at / PACK_BYTES);
    const others = this.#byPack.get(no);
    if (others === undefined) this.#byPack.set(no, [passage]);
    else others.push(passage);
  }

  textOf({ at, bytes }: Range): string {
    const passages = this.#byPack.get(Math.floor(at / PACK_BYTES));
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
  const wanted = Array.from(ranges, ([trace, all]) => joinedInPacks(all).map((range) => ({ trace, range }))).flat();
  const rows = await query<{ row: number; text: string }>({
    text: `
      select (b.n - 1) / ${RANGES_A_ROW} as row, convert_from(string_agg(b.bytes, ''::bytea order by b.n), 'UTF8') as text
      from (
        select k.n, substring(p.body from k.first + 1 for k.bytes) as bytes
        from unnest($1::integer[], $2::uuid[], $3::integer[], $4::integer[], $5::integer[]) with ordinality as k (part, trace_id, no, first, bytes, n)
        cross join lateral (
          select p.body from sluice.text_packs p
          where p.part = any($6) and p.part = k.part and p.trace_id = k.trace_id and p.no = k.no offset 0
        ) p
        offset 0
      ) b
      group by (b.n - 1) / ${RANGES_A_ROW}`,
    values: [
      wanted.map(({ trace }) => trace.part),
      wanted.map(({ trace }) => trace.key),
      wanted.map(({ range }) => Math.floor(range.at / PACK_BYTES)),
      wanted.map(({ range }) => range.at % PACK_BYTES),
      wanted.map(({ range }) => range.bytes),
      [...new Set(Array.from(ranges.keys(), ({ part }) => part))],
    ],
  }).catch((thrown: unknown) => {
    throw thrown instanceof DatabaseError && thrown.code === ERASED ? removedMeanwhile() : thrown;
  });
  const texts = new Map(rows.map(({ row, text }) => [row, text]));
  const passages = new Map(Array.from(ranges.keys(), (trace) => [trace, new Passages()]));
  for (let first = 0; first < wanted.length; first += RANGES_A_ROW) {
    const some = wanted.slice(first, first + RANGES_A_ROW);
    const bytes = some.reduce((sum, { range }) => sum + range.bytes, 0);
    const row = new Row(texts.get(first / RANGES_A_ROW) ?? '', bytes);
    let from = 0;
    for (const { trace, range } of some) {
      passages.get(trace)?.add({ ...range, row, from });
      from += range.bytes;
    }
  }
  return passages;
}
