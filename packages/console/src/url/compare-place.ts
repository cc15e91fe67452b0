import { withQuery } from './query';

/** Two traces beside each other. */
export interface ComparePlace {
  readonly page: 'compare';
  /** Ids of traces; what is not chosen yet is absent. */
  readonly left?: string | undefined;
  readonly right?: string | undefined;
  /** The observation of either trace that is looked at. */
  readonly observation?: string | undefined;
  /** Whether rows that are alike are left out. */
  readonly onlyChanges: boolean;
}

export function readCompare(parameters: URLSearchParams): ComparePlace {
  const given = (name: string): string | undefined => {
    const value = parameters.get(name);
    return value === null || value === '' ? undefined : value;
  };
  return {
    page: 'compare',
    left: given('left'),
    right: given('right'),
    observation: given('obs'),
    onlyChanges: parameters.get('show') === 'changes',
  };
}

export function writeCompare({ left, right, observation, onlyChanges }: ComparePlace): string {
  return withQuery('compare', [
    ['left', left],
    ['right', right],
    ['obs', observation],
    ['show', onlyChanges ? 'changes' : undefined],
  ]);
}
