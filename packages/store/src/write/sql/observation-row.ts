import {
  type TokenCounts,
  type LeastTotal,
  type Observation,
  type Usage,
  NIL_UUID,
  OBSERVATION_FIELDS,
  fieldsOf,
  joinMembers,
  parseJson,
  sideOfUsageType,
  splitMembers,
} from '@sluice/record';
import type { PackedColumn } from '../../packs/pack-format';
import { observations } from '../../schema/traces';
import type { Cost, Derived } from '../state/derive';
import { parseUsd } from '../state/money';
import type { ObservationState } from '../state/observation-state';
import { isCounted } from '../state/repeated-calls';
import { parseStamps, stampsText } from '../state/stamped-fields';
import { type RowOf, type ValuesOf, columnName, columnNames, eachOf, rowMaker } from '../../columns';
import type { RowValue } from './row-values';
import { timeOf } from './time-text';

/** Columns of `observations`, in the order of `toObservationRow`. */
export const OBSERVATION_COLUMNS = columnNames(observations);

/** Row of `observations` as `rowsOf` returns it. */
export type ObservationRow = RowOf<typeof observations>;

const TEXTS = fieldsOf(OBSERVATION_FIELDS, 'text', 'longText', 'json');
const TIMES = fieldsOf(OBSERVATION_FIELDS, 'time');
const INTEGERS = fieldsOf(OBSERVATION_FIELDS, 'integer');
const FLAGS = fieldsOf(OBSERVATION_FIELDS, 'flag');

/** Texts that are stored once for each trace: the values of these columns, each a text or a reference. */
export type PackedTexts = Readonly<Record<PackedColumn, string | null>>;

/** Source of a row. */
export interface ObservationSource {
  readonly part: number;
  readonly traceId: string;
  readonly state: ObservationState;
  readonly derived: Derived;
  /** Id of the observation in which the usage counts, if other observations of the trace decide that. */
  readonly countedIn: string | undefined;
  /** Undefined: none is long, and the row has the texts of its state. */
  readonly texts: PackedTexts | undefined;
}

/** Functions that return the values of a row, by column. */
export const OBSERVATION_VALUES: ValuesOf<typeof observations, ObservationSource, RowValue> = {
  ...eachOf(
    [...TEXTS, ...TIMES, ...INTEGERS, ...FLAGS],
    (name) =>
      ({ state }: ObservationSource) =>
        state.fields[name],
  ),
  part: ({ part }) => part,
  traceId: ({ traceId }) => traceId,
  id: ({ state: { fields } }) => fields.id,
  parentId: ({ state: { fields } }) => (fields.parentId === null ? NIL_UUID : fields.parentId),
  // Written out: one function for three names reads each by a slower way.
  input: ({ state, texts }) => (texts === undefined ? state.fields.input : texts.input),
  output: ({ state, texts }) => (texts === undefined ? state.fields.output : texts.output),
  metadata: ({ state, texts }) => (texts === undefined ? joinMembers(state.fields.metadata) : texts.metadata),
  usageDetails: ({ state: { fields } }) => (fields.usage === undefined ? null : usageText(fields.usage)),
  costDetails: ({ state: { fields } }) =>
    fields.costDetails === undefined ? null : JSON.stringify(fields.costDetails),
  inputTokens: ({ derived }) => derived.tokens?.input,
  outputTokens: ({ derived }) => derived.tokens?.output,
  totalTokens: ({ derived }) => derived.tokens?.total,
  inputCost: ({ derived }) => derived.cost?.input,
  outputCost: ({ derived }) => derived.cost?.output,
  totalCost: ({ derived }) => derived.cost?.total,
  costSource: ({ derived }) => derived.cost?.source,
  counted: ({ state: { fields }, countedIn }) => isCounted(fields.id, fields.counted, countedIn),
  createdAt: ({ state }) => state.createdAt,
  updatedAt: ({ state }) => state.updatedAt,
  stamp: ({ state }) => state.stamp,
  stamps: ({ state }) => stampsText(state.stamps),
  countedIn: ({ countedIn }) => countedIn,
  hasNamedMembers: ({ derived }) => (derived.hasNamedMembers ? true : null),
};

export const toObservationRow = rowMaker(observations, OBSERVATION_VALUES);

/** Returns the cost that was stored with a row, or the source of a missing cost; undefined if the row has neither. */
export function storedCost(
  row: Pick<ObservationRow, 'input_cost' | 'output_cost' | 'total_cost' | 'cost_source'>,
): Cost | undefined {
  if (row.cost_source === null) return undefined;
  return {
    input: row.input_cost === null ? undefined : parseUsd(row.input_cost),
    output: row.output_cost === null ? undefined : parseUsd(row.output_cost),
    total: row.total_cost === null ? undefined : parseUsd(row.total_cost),
    source: row.cost_source,
  };
}

/** Returns whether a stored observation counts by itself: if other observations have decided, the stored value is the opposite. */
export const countsAlone = ({ id, counted, counted_in }: Pick<ObservationRow, 'id' | 'counted' | 'counted_in'>) =>
  counted_in === null ? counted : counted_in !== id;

/** Restores a state from a row, as the reverse of `toObservationRow`; derived columns are skipped. */
export function fromObservationRow(row: ObservationRow): ObservationState {
  const metadata = splitMembers(row.metadata);
  const fields: { -readonly [Name in keyof Observation]: Observation[Name] } = {
    id: row.id,
    counted: countsAlone(row),
  };
  for (const name of TEXTS) {
    const value = row[columnName(observations, name)];
    if (value !== null) fields[name] = value;
  }
  for (const name of TIMES) {
    const value = timeOf(row[columnName(observations, name)]);
    if (value !== undefined) fields[name] = value;
  }
  for (const name of INTEGERS) {
    const value = row[columnName(observations, name)];
    if (value !== null) fields[name] = value;
  }
  for (const name of FLAGS) {
    const value = row[columnName(observations, name)];
    if (value !== null) fields[name] = value;
  }
  if (row.parent_id !== null) fields.parentId = row.parent_id === NIL_UUID ? null : row.parent_id;
  if (metadata.size > 0) fields.metadata = metadata;
  if (row.usage_details !== null) fields.usage = parseUsage(row.usage_details);
  if (row.cost_details !== null) fields.costDetails = parseJson(row.cost_details) as TokenCounts;
  const createdAt = timeOf(row.created_at) ?? 0;
  return {
    fields,
    stamp: row.stamp,
    stamps: parseStamps(row.stamps),
    updates: [],
    createdAt,
    updatedAt: timeOf(row.updated_at) ?? createdAt,
  };
}

/** Returns the text of usage. Groups of counts that were sent as empty stay as null: their stamp is compared with older values. */
function usageText({ input, output, other, total }: Usage): string {
  const buckets: Record<string, number | LeastTotal | null> = { ...input, ...output, ...other };
  if (isNone(input)) buckets['input'] = null;
  if (isNone(output)) buckets['output'] = null;
  if (isNone(other)) buckets['other'] = null;
  if (total !== undefined) buckets['total'] = total;
  return JSON.stringify(buckets);
}

const isNone = (group: TokenCounts | undefined): boolean => group !== undefined && Object.keys(group).length === 0;

/** Parses usage. Counts return to their groups by name (see `Usage`), without a prototype: a usage type may be called `__proto__`. */
function parseUsage(text: string): Usage {
  const groups: { input?: Record<string, number>; output?: Record<string, number>; other?: Record<string, number> } =
    {};
  let total: number | LeastTotal | null | undefined;
  for (const [name, count] of Object.entries(parseJson(text) as Record<string, number | LeastTotal | null>)) {
    if (name === 'total') {
      total = count;
      continue;
    }
    const buckets = (groups[sideOfUsageType(name)] ??= Object.create(null) as Record<string, number>);
    if (typeof count === 'number') buckets[name] = count;
  }
  return { ...groups, ...(total === undefined ? {} : { total }) };
}
