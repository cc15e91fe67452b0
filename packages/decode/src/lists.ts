import { metricPortions } from './metric-batch';

/** What reads the body of each endpoint that takes a list, as `portionsOf` has it, by the member that is the list. */
export const LISTS = { metrics: metricPortions } as const;
