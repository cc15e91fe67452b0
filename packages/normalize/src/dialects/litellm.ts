import { costs, usd } from './costs';
import type { Dialect } from './dialect';

/**
 * Dialect of LiteLLM: costs in addition to GenAI. Its input cost contains the caches, its output cost the reasoning; tools, discounts and
 * margins are in the total alone. They stay in metadata, as does the separate cost of a guardrail.
 */
export const liteLlm: Dialect = {
  namespaces: ['gen_ai', 'litellm'],
  cost: [
    costs({
      input: [usd('gen_ai.cost.input_cost'), usd('litellm.cost.input')],
      output: [usd('gen_ai.cost.output_cost'), usd('litellm.cost.output')],
      total: [usd('gen_ai.cost.total_cost'), usd('litellm.cost.total')],
    }),
  ],
};
