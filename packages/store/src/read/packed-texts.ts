import { DatabaseError } from 'pg';
import { PACK_BYTES, type Range, isReference, joinedInPacks, rangesOf } from '../packs/pack-format';
import type { Queries, Statement } from './database';
import { removedMeanwhile } from './store-error';
import type { PackedText } from './trace';

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
 * Reads stored values, in their order: of a reference the pieces of its text; other values are returned as they are. Values that share
 * passages share the bytes that are read: in memory are no more than those of the texts.
 */
export async function readPieces(
  queries: Queries,
  stored: readonly StoredValue[],
): Promise<readonly (string | PackedText | null)[]> {
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
    ({ trace, value }, n) => references[n]?.map((range) => pieceOf(passages.get(trace), range)) ?? value,
  );
}

/** Whether a value is text in pieces. */
export const isPacked = (value: unknown): value is PackedText => Array.isArray(value);

const bytesOf = (pieces: PackedText): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

/** Joins the pieces of a text. */
export const joinPieces = (pieces: PackedText): string =>
  pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : bytesOf(pieces).toString();

/** Reads stored values as `readPieces`, and of a reference its text. */
export async function readTexts(queries: Queries, stored: readonly StoredValue[]): Promise<readonly (string | null)[]> {
  const values = await readPieces(queries, stored);
  return values.map((value) => (isPacked(value) ? joinPieces(value) : value));
}

/** Reads the bytes of these ranges of one trace. */
export async function readRanges(queries: Queries, trace: PackOwner, ranges: readonly Range[]): Promise<Buffer> {
  const passages = await readPassages(queries, new Map([[trace, ranges]]));
  return bytesOf(ranges.map((range) => pieceOf(passages.get(trace), range)));
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

/** Text in UTF-8, or a string of as many characters as bytes. */
type Piece = PackedText[number];

/** A range that was read, and its bytes. */
interface Passage extends Range {
  readonly data: Piece;
}

const cut = (data: Piece, from: number, to: number): Piece =>
  typeof data === 'string' ? data.slice(from, to) : data.subarray(from, to);

/** Passages of the packs of one trace by the number of the pack. */
type Passages = Map<number, Passage[]>;

/** Returns the bytes of a range. */
function pieceOf(passages: Passages | undefined, range: Range): Piece {
  const { at, bytes } = range;
  const passage = passages?.get(packOf(range))?.find((each) => each.at <= at && at < each.at + each.bytes);
  if (passage === undefined) throw removedMeanwhile();
  return cut(passage.data, at - passage.at, at - passage.at + bytes);
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
  const passages = new Map(Array.from(ranges.keys(), (trace) => [trace, new Map<number, Passage[]>()] as const));
  runs.forEach(({ trace, ranges }, n) => {
    const text = texts.get(n + 1) ?? '';
    const bytes = ranges.reduce((sum, range) => sum + range.bytes, 0);
    const data = text.length === bytes ? text : Buffer.from(text);
    if (data.length !== bytes) throw removedMeanwhile();
    const own = passages.get(trace);
    let from = 0;
    for (const range of ranges) {
      const passage = { ...range, data: cut(data, from, from + range.bytes) };
      from += range.bytes;
      const others = own?.get(packOf(range));
      if (others === undefined) own?.set(packOf(range), [passage]);
      else others.push(passage);
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
