import { type JsonText, type TraceIo, joinMembers } from '@sluice/record';
import { LEAST_PACKED, PACKED_COLUMNS, type PackedColumn } from '../../packs/pack-format';
import type { ObservationSource, PackedTexts } from '../sql/observation-row';
import type { ObservationState } from '../state/observation-state';
import type { MergedTrace } from '../state/merge-records';
import type { TraceState } from '../state/trace-state';
import { type StoredTrace, type TraceIoRow, toTraceIoRow } from '../sql/trace-row';
import type { PendingRows } from '../pending-rows';
import type { BatchPacks } from './batch-packs';
import type { TracePacks } from './trace-packs';

/** A text that is to be packed, if it is long. */
interface Task {
  readonly column: PackedColumn;
  readonly kind: string;
  /** Most characters of the text. */
  readonly length: number;
  readonly observation: ObservationSource;
  readonly texts: { -readonly [Column in PackedColumn]: string | null };
}

/**
 * Packs the texts of new observations. Texts of one kind (column and name) are packed one after the other, because they repeat each other
 * most. The longest one is first, and its kind before others: shorter texts consist of what it contains, so a text needs few packs.
 */
export function packObservations({ newObservations, longTraces, packs }: PendingRows): readonly ObservationSource[] {
  if (longTraces.size === 0) return newObservations;
  const tasks: Task[] = [];
  const longest = new Map<string, number>();
  const sources = newObservations.map((observation) => {
    const { fields } = observation.state;
    if (!longTraces.has(observation.traceId) || !hasLongField(fields)) return observation;
    const texts: Task['texts'] = { input: null, output: null, metadata: null };
    for (const column of PACKED_COLUMNS) {
      const kind = `${column} ${fields.name ?? ''}`;
      const length = mostCharacters(fields, column);
      longest.set(kind, Math.max(longest.get(kind) ?? 0, length));
      tasks.push({ column, kind, length, observation, texts });
    }
    return { ...observation, texts };
  });
  const longestOf = ({ kind }: Task): number => longest.get(kind) ?? 0;
  tasks.sort((a, b) => longestOf(b) - longestOf(a) || compare(a.kind, b.kind) || b.length - a.length);
  for (const { column, observation, texts } of tasks) {
    const { traceId: id, part, state } = observation;
    texts[column] = packs.of({ id, part }).pack(textOf(state.fields, column));
  }
  return sources;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

type Fields = ObservationState['fields'];

const textOf = (fields: Fields, column: PackedColumn): JsonText | null =>
  column === 'metadata' ? joinMembers(fields.metadata) : (fields[column] ?? null);

/** Returns the texts of the long columns of a new trace, without joining metadata. */
export function longTexts(
  { state }: Pick<MergedTrace, 'state'>,
  rows: readonly Pick<ObservationSource, 'state'>[],
): readonly string[] {
  const { input, output, metadata } = state.fields;
  const own = [input, output].flatMap((io) => (io !== undefined && 'text' in io ? [io.text] : []));
  const below = rows.flatMap(({ state: { fields } }) => longOf([fields.input, fields.output], fields.metadata));
  return [...longOf(own, metadata), ...below];
}

function longOf(texts: readonly (string | undefined)[], metadata: Fields['metadata']): string[] {
  const long = texts.filter((text) => text !== undefined && text.length >= LEAST_PACKED) as string[];
  return charactersOf(metadata) < LEAST_PACKED ? long : [...long, ...(metadata?.values() ?? [])];
}

const hasLongField = (fields: Fields): boolean =>
  PACKED_COLUMNS.some((column) => mostCharacters(fields, column) >= LEAST_PACKED);

const mostCharacters = (fields: Fields, column: PackedColumn): number =>
  column === 'metadata' ? charactersOf(fields.metadata) : (fields[column]?.length ?? 0);

/** Returns an upper bound of the characters of metadata, without joining it. */
function charactersOf(metadata: Fields['metadata']): number {
  let units = 0;
  // Quotes, colon and comma; an escape in a key has at most six characters.
  metadata?.forEach((text, key) => (units += 6 * key.length + text.length + 4));
  return units;
}

/** Packs the texts of a row. @param stored its texts before; a reference to the same text stays */
const packTexts = (texts: PackedTexts, packs: TracePacks, stored?: PackedTexts): PackedTexts => ({
  input: packs.pack(texts.input, stored?.input),
  output: packs.pack(texts.output, stored?.output),
  metadata: packs.pack(texts.metadata, stored?.metadata),
});

/** Packs the texts of a merged observation. @param stored as for `packTexts` */
export function packState({ fields }: ObservationState, stored: PackedTexts, packs: TracePacks): PackedTexts {
  const { input = null, output = null } = fields;
  return packTexts({ input, output, metadata: joinMembers(fields.metadata) }, packs, stored);
}

/** Returns the state without the texts that its row has from `packState`: they need no memory until the row is written. */
export function withoutTexts(state: ObservationState): ObservationState {
  const { input: _input, output: _output, metadata: _metadata, ...fields } = state.fields;
  return { ...state, fields, updates: [] };
}

/** Returns the state with the stored references instead of input and output that are equal to these. */
export function withStoredTexts(state: ObservationState, stored: PackedTexts, packs: TracePacks): ObservationState {
  const { input, output } = state.fields;
  return {
    ...state,
    fields: {
      ...state.fields,
      ...(input !== undefined && { input: packs.storedIfSame(input, stored.input) }),
      ...(output !== undefined && { output: packs.storedIfSame(output, stored.output) }),
    },
  };
}

/** Packs the row of a trace's own texts. @param stored as for `packTexts` */
export const packIoRow = (row: TraceIoRow, packs: TracePacks, stored?: TraceIoRow): TraceIoRow => ({
  ...row,
  ...packTexts(row, packs, stored),
});

/** Returns the rows of new traces that have texts of their own, packed if the trace has packs. */
export const packedIoRows = (traces: readonly { readonly stored: StoredTrace }[], packs: BatchPacks): TraceIoRow[] =>
  traces.flatMap(({ stored }) => {
    const row = toTraceIoRow(stored);
    if (row === undefined) return [];
    return [stored.deadBytes === undefined ? row : packIoRow(row, packs.of(stored))];
  });

/** Returns the state of a trace with the stored references instead of input and output that are equal to these. */
export function withStoredIo(state: TraceState, stored: TraceIoRow, packs: TracePacks): TraceState {
  const same = (io: TraceIo | undefined, value: string | null) =>
    io !== undefined && 'text' in io ? { text: packs.storedIfSame(io.text, value) } : io;
  const [input, output] = [same(state.fields.input, stored.input), same(state.fields.output, stored.output)];
  return { ...state, fields: { ...state.fields, ...(input && { input }), ...(output && { output }) } };
}
