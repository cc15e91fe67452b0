import type { Metrics } from '@sluice/runtime';
import type { ModelUsage } from '@sluice/store/write';

/** Limit of models with series of their own, because senders choose the names, and a series is never removed. */
const MAX_MODELS = 100;
const LONGEST_MODEL = 100;

/**
 * Counts new observations, tokens and cost by model: the first models that the process stores, the others together as `other`; `none`:
 * observations without a model. A project may name at most as many models as are still free, so that half of them are left for others
 * however many names it sends. Counters do not fall: what an update takes back is not subtracted.
 */
export function createUsageMetrics(metrics: Metrics): (usage: readonly ModelUsage[]) => void {
  const observations = metrics.counter({
    name: 'sluice_writer_observations_total',
    help: 'Observations that were new, by model',
    labels: ['model'],
  });
  const tokens = metrics.counter({
    name: 'sluice_writer_tokens_total',
    help: 'Tokens of counted observations, by model',
    labels: ['model', 'kind'],
  });
  const usd = metrics.counter({
    name: 'sluice_writer_cost_usd_total',
    help: 'Cost of counted observations in USD, by model',
    labels: ['model'],
  });
  const named = new Set<string>();
  /** Number of models that each project has named. */
  const namedBy = new Map<number, number>();
  const labelOf = ({ project, model }: ModelUsage): string => {
    if (model === '') return 'none';
    if (named.has(model)) return model;
    const own = namedBy.get(project) ?? 0;
    if (model.length > LONGEST_MODEL || own >= MAX_MODELS - named.size) return 'other';
    named.add(model);
    namedBy.set(project, own + 1);
    return model;
  };
  return (usage) => {
    for (const each of usage) {
      const model = labelOf(each);
      observations.inc({ model }, Math.max(0, each.observations));
      tokens.inc({ model, kind: 'input' }, Math.max(0, each.inputTokens));
      tokens.inc({ model, kind: 'output' }, Math.max(0, each.outputTokens));
      usd.inc({ model }, Math.max(0, each.usd));
    }
  };
}
