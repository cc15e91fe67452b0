import { type JsonText, type TraceIo, joinMembers } from '@sluice/record';
import { LEAST_PACKED } from '../../packs/pack-format';
import {
  type ObservationSource,
  PACKED_COLUMNS,
  type PackedColumn,
  type PackedTexts,
  type UnpackedObservation,
} from '../sql/observation-row';
import type { ObservationState } from '../state/observation-state';
import type { MergedTrace } from '../state/merge-records';
import type { TraceState } from '../state/trace-state';
import { type StoredTrace, type TraceIoRow, toTraceIoRow } from '../sql/trace-row';
import type { BatchPacks } from './batch-packs';
import type { TracePacks } from './trace-packs';

/** A long text that is to be packed. */
interface Task {
  readonly column: PackedColumn;
  readonly observation: UnpackedObservation;
  readonly texts: { -readonly [Column in PackedColumn]: string | null };
}

/**
 * Packs the texts of new observations. Texts of one column and one name are packed one after the other: they repeat each other most, so
 * a reference has few ranges, and one text few packs.
 */
export function packObservations(observations: readonly UnpackedObservation[], packs: BatchPacks): ObservationSource[] {
  const tasks: Task[] = [];
  const sources = observations.map((observation) => {
    const { fields } = observation.state;
    const texts: Task['texts'] = { input: null, output: null, metadata: null };
    for (const column of PACKED_COLUMNS) {
      if (mayBeLong(fields, column)) tasks.push({ column, observation, texts });
      else texts[column] = textOf(fields, column);
    }
    return { ...observation, texts };
  });
  tasks.sort((a, b) => compare(a.column, b.column) || compare(nameOf(a), nameOf(b)));
  for (const { column, observation, texts } of tasks) {
    const { traceId: id, part, state } = observation;
    texts[column] = packs.of({ id, part }).pack(textOf(state.fields, column));
  }
  return sources;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const nameOf = ({ observation }: Task): string => observation.state.fields.name ?? '';

type Fields = ObservationState['fields'];

const textOf = (fields: Fields, column: PackedColumn): JsonText | null =>
  column === 'metadata' ? joinMembers(fields.metadata) : (fields[column] ?? null);

/** Returns whether a new trace may have packs, without joining metadata. */
export function hasLongText(
  { state }: Pick<MergedTrace, 'state'>,
  rows: readonly Pick<UnpackedObservation, 'state'>[],
): boolean {
  const { input, output, metadata } = state.fields;
  const own = [input, output].some((io) => io !== undefined && 'text' in io && io.text.length >= LEAST_PACKED);
  return (
    own ||
    isLongMetadata(metadata) ||
    rows.some(({ state: { fields } }) => PACKED_COLUMNS.some((column) => mayBeLong(fields, column)))
  );
}

const mayBeLong = (fields: Fields, column: PackedColumn): boolean =>
  column === 'metadata' ? isLongMetadata(fields.metadata) : (fields[column]?.length ?? 0) >= LEAST_PACKED;

/** Returns whether the text of metadata may be long, without joining it. */
function isLongMetadata(metadata: Fields['metadata']): boolean {
  let units = 0;
  // Quotes, colon and comma; an escape in a key has at most six characters.
  for (const [key, text] of metadata ?? []) units += 6 * key.length + text.length + 4;
  return units >= LEAST_PACKED;
}

/** Packs the texts of a merged observation. @param stored its texts before; a reference to the same text stays */
export const packState = ({ fields }: ObservationState, stored: PackedTexts, packs: TracePacks): PackedTexts => ({
  input: packs.pack(textOf(fields, 'input'), stored.input),
  output: packs.pack(textOf(fields, 'output'), stored.output),
  metadata: packs.pack(textOf(fields, 'metadata'), stored.metadata),
});

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

/** Packs the row of a trace's own texts. @param stored the row before, if any */
export const packIoRow = (row: TraceIoRow, packs: TracePacks, stored?: TraceIoRow): TraceIoRow => ({
  ...row,
  input: packs.pack(row.input, stored?.input),
  output: packs.pack(row.output, stored?.output),
  metadata: packs.pack(row.metadata, stored?.metadata),
});

/** Returns the packed rows of new traces that have texts of their own. */
export const packedIoRows = (traces: readonly { readonly stored: StoredTrace }[], packs: BatchPacks): TraceIoRow[] =>
  traces.flatMap(({ stored }) => {
    const row = toTraceIoRow(stored);
    return row === undefined ? [] : [packIoRow(row, packs.of(stored))];
  });

/** Returns the state of a trace with the stored references instead of input and output that are equal to these. */
export function withStoredIo(state: TraceState, stored: TraceIoRow | undefined, packs: TracePacks): TraceState {
  if (stored === undefined) return state;
  const same = (io: TraceIo | undefined, value: string | null) =>
    io !== undefined && 'text' in io ? { text: packs.storedIfSame(io.text, value) } : io;
  const [input, output] = [same(state.fields.input, stored.input), same(state.fields.output, stored.output)];
  return { ...state, fields: { ...state.fields, ...(input && { input }), ...(output && { output }) } };
}
