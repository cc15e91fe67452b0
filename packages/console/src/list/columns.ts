import type { ListedTrace } from '../api/types';
import type { FilterName } from '../url/filters';

/** A column of the list. */
export interface Column {
  readonly title: string;
  /** What the API orders by; absent where it cannot. */
  readonly orderBy?: string;
  readonly isNumber?: true;
  /** In pixels, as long as nobody has drawn it wider; absent: what the others leave is shared. */
  readonly width?: number;
  /** What a value of it filters by. */
  readonly filter?: FilterName;
  /** The values that a trace has in it, as filters take them. */
  readonly values?: (trace: ListedTrace) => readonly string[];
}

const one = (value: string | number | null | undefined): readonly string[] =>
  value === null || value === undefined ? [] : [String(value)];

/** In the order in which they are at first. */
export const COLUMNS = {
  name: { title: 'Name', orderBy: 'name', width: 200, filter: 'name', values: ({ name }) => one(name) },
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

/** What is known of any column. */
export const columnOf = (id: ColumnId): Column => COLUMNS[id];
