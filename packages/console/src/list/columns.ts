import type { ListedTrace } from '../api/types';
import type { FilterName } from '../url/filters';

/** Column of the list. */
export interface Column {
  readonly title: string;
  /** Field to order by in the API; absent if the API cannot order by this column. */
  readonly orderBy?: string;
  readonly isNumber?: true;
  /** Default width in pixels; absent for a column that shares the remaining width. */
  readonly width?: number;
  /** Filter that a value of the column sets. */
  readonly filter?: FilterName;
  /** Returns the values of a trace in this column, as filters contain them. */
  readonly values?: (trace: ListedTrace) => readonly string[];
}

const one = (value: string | number | null | undefined): readonly string[] =>
  value === null || value === undefined ? [] : [String(value)];

/** Columns in default order. */
export const COLUMNS = {
  name: { title: 'Name', orderBy: 'name', width: 200, filter: 'name', values: ({ name }) => one(name) },
  outcome: {
    title: 'Outcome',
    ...{ orderBy: 'outcome', width: 132, filter: 'outcome', values: ({ outcome }) => one(outcome) },
  },
  input: { title: 'Input' },
  output: { title: 'Output' },
  userId: { title: 'User', orderBy: 'userId', width: 140, filter: 'userId', values: ({ userId }) => one(userId) },
  sessionId: {
    title: 'Session',
    ...{ orderBy: 'sessionId', width: 120, filter: 'sessionId', values: ({ sessionId }) => one(sessionId) },
  },
  tags: { title: 'Tags', width: 140, filter: 'tags', values: ({ tags }) => tags },
  environment: {
    title: 'Environment',
    ...{ orderBy: 'environment', width: 110, filter: 'environment', values: ({ environment }) => [environment] },
  },
  release: {
    title: 'Release',
    orderBy: 'release',
    width: 100,
    filter: 'release',
    values: ({ release }) => one(release),
  },
  version: {
    title: 'Version',
    orderBy: 'version',
    width: 100,
    filter: 'version',
    values: ({ version }) => one(version),
  },
  models: { title: 'Models', width: 140, filter: 'model', values: ({ models = [] }) => models },
  observationCount: {
    title: 'Steps',
    isNumber: true,
    ...{ width: 72, filter: 'observationCount', values: ({ observationCount }) => one(observationCount) },
  },
  errorCount: {
    title: 'Errors',
    isNumber: true,
    ...{ width: 72, filter: 'errorCount', values: ({ errorCount }) => one(errorCount) },
  },
  warningCount: {
    title: 'Warnings',
    isNumber: true,
    ...{ width: 80, filter: 'warningCount', values: ({ warningCount }) => one(warningCount) },
  },
  latency: {
    title: 'Latency',
    isNumber: true,
    ...{ orderBy: 'latency', width: 100, filter: 'latency', values: ({ latency }) => one(latency) },
  },
  inputTokens: {
    title: 'Tokens in',
    isNumber: true,
    ...{ width: 84, filter: 'inputTokens', values: ({ inputTokens }) => one(inputTokens) },
  },
  outputTokens: {
    title: 'Tokens out',
    isNumber: true,
    ...{ width: 84, filter: 'outputTokens', values: ({ outputTokens }) => one(outputTokens) },
  },
  totalTokens: {
    title: 'Tokens',
    isNumber: true,
    ...{ width: 84, filter: 'totalTokens', values: ({ totalTokens }) => one(totalTokens) },
  },
  totalCost: {
    title: 'Cost',
    isNumber: true,
    ...{ orderBy: 'totalCost', width: 100, filter: 'totalCost', values: ({ totalCost }) => one(totalCost) },
  },
  timestamp: { title: 'Age', orderBy: 'timestamp', isNumber: true, width: 64 },
  time: { title: 'Time', orderBy: 'timestamp', width: 200 },
  id: { title: 'Id', orderBy: 'id', width: 280 },
} as const satisfies Readonly<Record<string, Column>>;

export type ColumnId = keyof typeof COLUMNS;
export const COLUMN_IDS = Object.keys(COLUMNS) as readonly ColumnId[];

/** Returns the definition of a column. */
export const columnOf = (id: ColumnId): Column => COLUMNS[id];
