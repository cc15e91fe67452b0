import type { Metrics } from '@sluice/runtime';
import type { ModelUsage } from '@sluice/store/write';

/** Models that have series of their own. A name is chosen by the sender, and every series stays for ever. */
const MOST_MODELS = 50;
const LONGEST_MODEL = 100;

/**
 * What observations, tokens and cost came, by model: of the first models that the process stores something of, the others
 * together as `other`; `none`: observations without a model. Counters do not fall: what an update takes back is not subtracted.
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
  const labelOf = (model: string): string => {
    if (model === '') return 'none';
    if (model.length > LONGEST_MODEL) return 'other';
    if (named.size < MOST_MODELS) named.add(model);
    return named.has(model) ? model : 'other';
  };
  return (usage) => {
    for (const each of usage) {
      const model = labelOf(each.model);
      observations.inc({ model }, Math.max(0, each.observations));
      tokens.inc({ model, kind: 'input' }, Math.max(0, each.inputTokens));
      tokens.inc({ model, kind: 'output' }, Math.max(0, each.outputTokens));
      usd.inc({ model }, Math.max(0, each.usd));
    }
  };
}
