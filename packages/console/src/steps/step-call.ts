import type { Parameters } from '../api/client';
import { filterParameter } from '../list/selection';
import { exclusiveEnd } from '../list/exclusive-end';
import { type Filter, STEP_COLUMNS } from '../url/filters';
import type { StepsAddress } from '../url/steps-address';
import { boundsOf, steadyNow } from '../url/time-bounds';

/** Steps of a page of the list. */
const PAGE_OF_STEPS = 50;
/** Most groups of an answer. */
export const MOST_GROUPS = 100;

/** Start of the range without one: the default of the API for groups is a day. */
const BEGINNING = new Date(0).toISOString();

/** Builds the parameters that select steps. */
export function selectionOfSteps(range: string, filters: readonly Filter[]): Parameters {
  const { from, to } = boundsOf(range, steadyNow(range, Date.now()));
  return {
    fromStartTime: from ?? BEGINNING,
    toStartTime: to && exclusiveEnd(to),
    filter: filterParameter(filters, STEP_COLUMNS),
  };
}

/** Builds the parameters of the request for a list of steps. */
export const stepListCall = ({ range, filters, after }: StepsAddress): Parameters => ({
  ...selectionOfSteps(range, filters),
  ...{ cursor: after ?? undefined, limit: PAGE_OF_STEPS },
  fields: 'core,basic,model,usage,prompt,metrics,trace_context',
});
