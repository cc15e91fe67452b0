import { sentenceOf } from '../list/filter-words';
import { groupsOf } from '../list/selection';
import { rangeLabel } from '../ui/range-label';
import { type Filter, STEP_COLUMNS } from '../url/filters';
import type { GroupsAddress, StepGroup } from '../url/steps-address';

/** Ranges that may have steps where a shorter one has none. */
const LONGER = '30d';

const WITHOUT: Readonly<Record<StepGroup, string>> = {
  tool: 'No tool was called',
  model: 'No model was called',
  prompt: 'No step names its prompt',
  provider: 'No step names its provider',
  statusMessage: 'No step has a message',
  userId: 'No step is of a user',
  release: 'No step is of a release',
  service: 'No step names its service',
  ...{ name: 'There is no step', type: 'There is no step', level: 'There is no step' },
};

interface NoStepsProps {
  /** Field of the groups; absent for a list. */
  readonly by?: StepGroup;
  readonly range: string;
  readonly filters: readonly Filter[];
  readonly isOfFailures?: boolean;
  readonly onAddress: (to: Partial<Pick<GroupsAddress, 'range' | 'filters'>>) => void;
}

/** Notice that there are no steps, with ways that may lead to some. */
export function NoSteps({ by = 'name', range, filters, isOfFailures = false, onAddress }: NoStepsProps) {
  const all = groupsOf(filters).map(({ name, operator, values }) => sentenceOf(name, operator, values, STEP_COLUMNS));
  const what = isOfFailures ? 'No step failed with a message' : WITHOUT[by];
  return (
    <div className="secondary empty">
      <p role="status">
        {what} in this time ({rangeLabel(range)}){all.length > 0 && ` where ${all.join(', and ')}`}.
      </p>
      <p className="line">
        {all.length > 0 && (
          <button type="button" onClick={() => onAddress({ filters: [] })}>
            Remove all filters
          </button>
        )}
        {range !== LONGER && (
          <button type="button" onClick={() => onAddress({ range: LONGER })}>
            Look at the last 30 days
          </button>
        )}
      </p>
    </div>
  );
}
