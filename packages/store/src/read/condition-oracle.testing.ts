import type { TraceColumn } from '@sluice/record';

export type ConditionRow = Readonly<Partial<Record<TraceColumn, unknown>>>;

/** Condition on a trace or on an observation. */
interface Asked {
  readonly column: string;
  readonly operator: string;
  readonly value: unknown;
  /** Member of the column. */
  readonly key?: string;
}

/** The rule of the contract. @param row what a client reads, by the columns of conditions; latency in seconds */
export function fulfils(row: object, { column, operator, value: asked, key }: Asked): boolean {
  const whole = (row as Readonly<Record<string, unknown>>)[column];
  const value = key === undefined ? whole : memberOf(whole, key);
  // A trace without tags has an empty list.
  const isNull = Array.isArray(value) ? value.length === 0 : value === null;
  if (operator === 'is null') return isNull;
  if (operator === 'is not null') return !isNull;
  if (value === null) return false;
  if (Array.isArray(value)) {
    const has = (tag: string): boolean => value.includes(tag);
    const wanted = asked as readonly string[];
    if (operator === 'all of') return wanted.every(has);
    return wanted.some(has) === (operator === 'any of');
  }
  if (Array.isArray(asked)) return asked.includes(value) === (operator === 'any of');
  if (typeof value === 'string' && typeof asked === 'string') {
    if (operator === 'contains') return value.includes(asked);
    if (operator === 'does not contain') return !value.includes(asked);
    if (operator === 'starts with') return value.startsWith(asked);
    if (operator === 'ends with') return value.endsWith(asked);
  }
  if (typeof value === 'number' && typeof asked === 'number') {
    if (operator === '>') return value > asked;
    if (operator === '<') return value < asked;
    if (operator === '>=') return value >= asked;
    if (operator === '<=') return value <= asked;
  }
  if (operator === '=') return value === asked;
  if (operator === '<>') return value !== asked;
  throw new Error(`no rule of ${operator} for ${typeof value}`);
}

/** @param metadata its members as they are compared */
const memberOf = (metadata: unknown, key: string): string | null =>
  metadata !== null && Object.hasOwn(metadata as object, key)
    ? ((metadata as Readonly<Record<string, string | null>>)[key] ?? null)
    : null;
