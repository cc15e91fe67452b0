import { compact, count } from '../format/numbers';
import { Cost } from '../ui/cost';
import type { Measure } from '../url/usage-place';
import { Change } from './change';
import type { ModelFigures } from './figures';
import { shareOf } from './measures';
import { RankTable } from './rank-table';

interface ModelTableProps {
  /** The most of the measure first. */
  readonly models: readonly ModelFigures[];
  /** Those of the days before, by name; undefined as long as they are not known. */
  readonly before: ReadonlyMap<string, ModelFigures> | undefined;
  readonly measure: Measure;
  readonly chosen: string | undefined;
  readonly onChoose: (model: string | undefined) => void;
}

/** Tokens and cost by model; one that is clicked is the only one that is shown. */
export function ModelTable({ models, before, measure, chosen, onChoose }: ModelTableProps) {
  const all = models.reduce((sum, figures) => sum + figures[measure], 0);
  return (
    <RankTable
      title="Models"
      head="Model"
      heads={['Calls', 'Input', 'Output', 'Cost', 'Change']}
      minor={['Input', 'Output']}
      rows={models.map((figures) => {
        const { model, observations, input, output, cost, tokens } = figures;
        return {
          key: model,
          name: (
            <button
              type="button"
              aria-pressed={model === chosen}
              title={model}
              onClick={() => onChoose(model === chosen ? undefined : model)}
            >
              <bdi>{model}</bdi>
            </button>
          ),
          cells: [
            compact(observations),
            <span title={`${count(input)} tokens`}>{compact(input)}</span>,
            <span title={`${count(output)} tokens`}>{compact(output)}</span>,
            <Cost cost={cost} tokens={tokens} />,
            before !== undefined && (
              <Change measure={measure} from={before.get(model)?.[measure] ?? 'none'} to={figures[measure]} />
            ),
          ],
          share: shareOf(measure, figures[measure], all),
        };
      })}
    />
  );
}
