import type { JsonText, TraceIo, TraceRecord } from '@sluice/record';

/** Value with the receipt that decides: time, then id of the record. */
interface Decided<T> {
  readonly value: T;
  readonly receipt: string;
}

type Sides = 'input' | 'output';
type Metadata = Map<string, Decided<JsonText>>;

interface ExpectedRow<T> {
  readonly sides: Partial<Record<Sides, Decided<T>>>;
  metadata: Metadata;
}

export interface ExpectedTexts {
  readonly input: JsonText | null;
  readonly output: JsonText | null;
  readonly metadata: JsonText | null;
}

interface ExpectedTrace {
  readonly own: ExpectedRow<TraceIo>;
  readonly observations: Map<string, ExpectedRow<JsonText>>;
}

/** Texts of one trace as they must be read. */
export interface ExpectedTraceTexts extends ExpectedTexts {
  readonly project: string;
  readonly id: string;
  /** By id, in order of id. */
  readonly observations: ReadonlyMap<string, ExpectedTexts>;
}

/** Texts that result from records by the contract (Updates), in plain code that shares nothing with merging and packing. */
export class TextOracle {
  readonly #traces = new Map<string, ExpectedTrace>();

  /** Applies a record as the next one that is processed: only the order of metadata's members depends on that. */
  apply({ project = '', traceId, receivedAt, recordId, updates, observations }: TraceRecord): void {
    const receipt = `${receivedAt} ${recordId}`;
    const trace = entryOf(this.#traces, `${project} ${traceId}`, emptyTrace);
    for (const { fields } of updates) applyTo(trace.own, fields, receipt);
    for (const { id, ...fields } of observations)
      applyTo(entryOf(trace.observations, id, emptyRow<JsonText>), fields, receipt);
  }

  /** Returns the texts of all traces, in order of project and id. */
  get traces(): readonly ExpectedTraceTexts[] {
    return Array.from(this.#traces)
      .sort(byKey)
      .map(([key, { own, observations }]) => {
        const [project = '', id = ''] = key.split(' ');
        const textOf = (side: Sides): JsonText | null => {
          const io = own.sides[side]?.value;
          if (io === undefined || 'none' in io) return null;
          return 'text' in io ? io.text : (observations.get(io.observationId)?.sides[side]?.value ?? null);
        };
        const below = Array.from(observations)
          .sort(byKey)
          .map(([observation, row]) => {
            const { input, output } = row.sides;
            const texts = {
              input: input?.value ?? null,
              output: output?.value ?? null,
              metadata: joined(row.metadata),
            };
            return [observation, texts] as const;
          });
        return {
          project,
          id,
          ...{ input: textOf('input'), output: textOf('output'), metadata: joined(own.metadata) },
          observations: new Map(below),
        };
      });
  }
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

const emptyRow = <T>(): ExpectedRow<T> => ({ sides: {}, metadata: new Map() });
const emptyTrace = (): ExpectedTrace => ({ own: emptyRow<TraceIo>(), observations: new Map() });

function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

function applyTo<T>(
  row: ExpectedRow<T>,
  fields: { readonly [Side in Sides]?: T } & { readonly metadata?: ReadonlyMap<string, JsonText> },
  receipt: string,
): void {
  for (const side of ['input', 'output'] as const) {
    const value = fields[side];
    if (value !== undefined && receipt >= (row.sides[side]?.receipt ?? '')) row.sides[side] = { value, receipt };
  }
  const before = row.metadata.size;
  for (const [key, value] of fields.metadata ?? []) {
    if (receipt >= (row.metadata.get(key)?.receipt ?? '')) row.metadata.set(key, { value, receipt });
  }
  // A member that is added later sorts all of them.
  if (before > 0 && row.metadata.size > before) row.metadata = new Map([...row.metadata].sort(byKey));
}

const joined = (metadata: Metadata): JsonText | null =>
  metadata.size === 0
    ? null
    : `{${Array.from(metadata, ([key, { value }]) => `${JSON.stringify(key)}:${value}`).join()}}`;
