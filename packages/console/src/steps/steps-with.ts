import type { Filter } from '../url/filters';
import { NO_PARAMETERS } from '../url/query';
import { STEPS, type StepsAddress } from '../url/steps-address';

/** Returns the list of the steps with these filters. */
export const stepsWith = (range: string, filters: readonly Filter[]): StepsAddress => ({
  ...STEPS.read(NO_PARAMETERS),
  ...{ view: 'list', range, filters },
});
