import type { Filter } from '../url/filters';
import type { UsageAddress } from '../url/usage-address';

/** Returns the filters of the traces on a usage page, including the model it shows. */
export const filtersOfTraces = ({ filters, model }: Pick<UsageAddress, 'filters' | 'model'>): readonly Filter[] =>
  model === undefined ? filters : [...filters, { name: 'model', value: model }];
