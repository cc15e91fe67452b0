import { compact, count } from '../format/numbers';
import { ColumnCost } from '../ui/column-cost';
import type { Measure } from '../url/usage-address';
import { type ModelFigures, NO_MODEL } from './figures';
import { growthOf } from './growth';
import { shareOf } from './measures';
import { type Compared, RankTable } from './rank-table';

interface ModelTableProps {
  /** Models, the highest value of the measure first. */
  readonly models: readonly ModelFigures[];
  /** Figures of the days before, by model; undefined until known. */
  readonly before: ReadonlyMap<string | null, ModelFigures> | undefined;
  readonly measure: Measure;
  readonly compared: Compared;
  readonly chosen: string | undefined;
  readonly onChoose: (model: string | undefined) => void;
}

/** Table of tokens and cost by model; a click on a model restricts the page to it. */
export function ModelTable({ models, before, measure, compared, chosen, onChoose }: ModelTableProps) {
  const all = models.reduce((sum, figures) => sum + figures[measure], 0);
  return (
    <RankTable
      title="Models"
      head="Model"
      heads={['Calls', 'Input', 'Output', 'Cost']}
      minor={['Input', 'Output']}
      compared={compared}
      rows={models.map((figures) => {
        const { model, observations, input, output, cost, tokens } = figures;
        return {
          key: model ?? '',
          name:
            model === null ? (
              <>{NO_MODEL}</>
            ) : (
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
            <ColumnCost cost={cost} tokens={tokens} />,
          ],
          growth: before && growthOf(measure, before.get(model)?.[measure] ?? 'none', figures[measure]),
          share: shareOf(measure, figures[measure], all),
        };
      })}
    />
  );
}
