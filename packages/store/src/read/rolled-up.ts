import type { ObservationColumn } from '@sluice/record';
import { type RolledUpField, VALUE_LENGTH } from '../observation-rollup-format';
import type { ObservationGroupsQuery } from './observation-group';
import { onlyValues } from './observation-condition';
import type { RolledUp } from './trace-index';

/** Columns of conditions whose equality selects a group. */
const COLUMNS: Readonly<Record<Exclude<RolledUpField, 'failure'>, readonly ObservationColumn[]>> = {
  name: ['name'],
  tool: ['toolName'],
  type: ['type'],
  model: ['model', 'providedModelName'],
  provider: ['provider'],
  prompt: ['promptName'],
  level: ['level'],
  statusMessage: ['statusMessageGroup'],
  release: ['release'],
  service: ['service'],
};

/** Returns the rollups that have the figures of a query; undefined: it has other conditions than values of its own field, or a level of messages. */
export function rolledUpOf({
  by,
  conditions,
}: Pick<ObservationGroupsQuery, 'by' | 'conditions'>): RolledUp | undefined {
  if (by === 'userId') return undefined;
  let of: RolledUp = { field: by };
  for (const condition of conditions) {
    if (by === 'prompt' && condition.column === 'promptVersion' && of.version === undefined) {
      if (condition.operator !== '=' || !Number.isInteger(condition.value)) return undefined;
      of = { ...of, version: condition.value };
      continue;
    }
    const any = onlyValues(condition);
    if (any === undefined) return undefined;
    if (COLUMNS[by].includes(condition.column) && of.values === undefined && any.every(isWhole))
      of = { ...of, values: any };
    else if (isOfFailures(condition.column, any) && of.field === 'statusMessage') of = { ...of, field: 'failure' };
    else return undefined;
  }
  return of;
}

/** A longer value may be one of several in a group. */
const isWhole = (value: string): boolean => Array.from(value).length < VALUE_LENGTH;

const isOfFailures = (column: ObservationColumn, any: readonly string[]): boolean =>
  column === 'level' && any.every((level) => level === 'ERROR') && any.length > 0;
