import type { Filter } from '../url/filters';
import type { UsageAddress } from '../url/usage-address';

/** What the traces have to have that a page of usage is about: also the one model that it shows. */
export const filtersOfTraces = ({ filters, model }: Pick<UsageAddress, 'filters' | 'model'>): readonly Filter[] =>
  model === undefined ? filters : [...filters, { name: 'model', value: model }];
