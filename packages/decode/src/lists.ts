import { metricPortions } from './metric-batch';

/** Readers of bodies with a list, by the member with the list; see `portionsOf`. */
export const LISTS = { metrics: metricPortions } as const;
