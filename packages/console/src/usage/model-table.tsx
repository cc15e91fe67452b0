import type { Measure } from '../url/usage-address';
import { COST, counts } from './figure-columns';
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
  const nameOf = ({ model }: ModelFigures) =>
    model === null ? (
      NO_MODEL
    ) : (
      <button
        type="button"
        data-value="link"
        aria-pressed={model === chosen}
        title={model}
        onClick={() => onChoose(model === chosen ? undefined : model)}
      >
        <bdi>{model}</bdi>
      </button>
    );
  return (
    <RankTable
      title="Models"
      compared={compared}
      columns={[
        { name: 'model', title: 'Model', isHead: true, isWide: true, show: nameOf },
        counts('Calls', 'observations'),
        counts('Input', 'input', 500),
        counts('Output', 'output', 500),
        COST,
      ]}
      rows={models.map((figures) => ({
        ...figures,
        key: figures.model ?? '',
        growth: before && growthOf(measure, before.get(figures.model)?.[measure] ?? 'none', figures[measure]),
        share: shareOf(measure, figures[measure], all),
      }))}
    />
  );
}
