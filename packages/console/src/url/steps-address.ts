import type { paths } from '../../generated/api';
import { AFTER, type Member, addressForm, member, text, word } from './address-form';
import { type Filter, STEP_FILTERS } from './filters';
import { RANGE } from './time-range';

export type StepGroup = NonNullable<paths['/api/public/observations/groups']['get']>['parameters']['query']['by'];
/** Fields by which steps are grouped, as in the API. */
export const STEP_GROUPS = [
  'tool',
  ...([
    'model',
    'prompt',
    'name',
    'type',
    'statusMessage',
    'provider',
    'level',
    'userId',
    'release',
    'service',
  ] as const),
] as const satisfies readonly StepGroup[];

/** Groups of steps, or the steps themselves. */
export const STEP_VIEWS = ['groups', 'list'] as const;
export type StepView = (typeof STEP_VIEWS)[number];

/** Widths of a bar of the chart; `auto` depends on the time range. */
export const CHART_STEPS = ['auto', 'hour', 'day'] as const;
export type ChartStep = (typeof CHART_STEPS)[number];

/** Part of an address that shows groups of steps. */
export interface GroupsAddress {
  /** Range of the starts of steps, as in `TracesAddress`. */
  readonly range: string;
  readonly filters: readonly Filter[];
  /** Order of the groups: a column and a direction. */
  readonly sort: string;
  /** Group in the chart; absent for the first. A prompt with its version: `greet v3`. */
  readonly group: string | undefined;
  readonly step: ChartStep;
}

/** Address of the page of steps: groups of observations, or a list of them. */
export interface StepsAddress extends GroupsAddress {
  readonly page: 'steps';
  readonly view: StepView;
  readonly by: StepGroup;
  /** Cursor of the API: only older steps are listed; null for the newest. */
  readonly after: string | null;
}

/** Address of the page of failures: groups of failed steps by their messages. */
export interface FailuresAddress extends GroupsAddress {
  readonly page: 'failures';
}

declare module './address' {
  interface Addresses {
    readonly steps: StepsAddress;
    readonly failures: FailuresAddress;
  }
}

const SORT: Member<string> = member(
  'sort',
  (given) => /^\w{1,40}\.(?:asc|desc)$/.exec(given ?? '')?.[0] ?? 'calls.desc',
);

const GROUPS = {
  range: RANGE,
  filters: STEP_FILTERS,
  sort: SORT,
  group: text('group'),
  step: word('step', CHART_STEPS),
};

export const STEPS = addressForm<StepsAddress>('steps', {
  view: word('view', STEP_VIEWS),
  by: word('by', STEP_GROUPS),
  ...GROUPS,
  after: AFTER,
});
export const FAILURES = addressForm<FailuresAddress>('failures', GROUPS);
