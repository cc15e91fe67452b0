import type { Answer } from '../api/client';
import type { Filter } from '../url/filters';
import type { StepGroup } from '../url/steps-address';

export type Group = Answer<'/api/public/observations/groups'>['data'][number];
export type Interval = NonNullable<Group['intervals']>[number];

/** Column of filters that selects a group. */
export const COLUMN_OF = {
  tool: 'toolName',
  prompt: 'promptName',
  statusMessage: 'statusMessageGroup',
  ...{ model: 'model', name: 'name', type: 'type', provider: 'provider', level: 'level', userId: 'userId' },
  ...{ release: 'release', service: 'service' },
} as const satisfies Readonly<Record<StepGroup, Filter['name']>>;

/** Returns the name of a group, as the address has it: `greet v3`. */
export const nameOfGroup = ({ value, promptVersion }: Pick<Group, 'value' | 'promptVersion'>): string =>
  promptVersion === null ? value : `${value} v${promptVersion}`;

/** Returns the filters that select the steps of a group. */
export const filtersOfGroup = (by: StepGroup, { value, promptVersion }: Group): readonly Filter[] => [
  { name: COLUMN_OF[by], value },
  ...(promptVersion === null
    ? []
    : [{ name: 'promptVersion' as const, operator: 'is' as const, value: String(promptVersion) }]),
];

/** Adds filters; those of the same columns that are equal to a value are replaced. */
export const narrowed = (filters: readonly Filter[], more: readonly Filter[]): readonly Filter[] => [
  ...filters.filter(
    ({ name, operator = 'is' }) => operator !== 'is' || !more.some((each) => each.name === name && name !== 'tags'),
  ),
  ...more,
];
