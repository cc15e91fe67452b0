import type { CoreObservation } from '../api/types';

/** What a turn did below its answer, in a line: `1 retrieval, 2 model calls, 3 tools`. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  AGENT: ['agent', 'agents'],
  RETRIEVER: ['retrieval', 'retrievals'],
  EMBEDDING: ['embedding', 'embeddings'],
  GENERATION: ['model call', 'model calls'],
  TOOL: ['tool call', 'tool calls'],
  GUARDRAIL: ['guardrail', 'guardrails'],
  EVALUATOR: ['evaluation', 'evaluations'],
};

/** Those that say something of a turn: what only wraps others, and the root, which is the turn, are left out. */
export const stepsOf = (observations: readonly CoreObservation[]): readonly CoreObservation[] =>
  observations.filter(
    ({ type, level, parentObservationId }) =>
      (Object.hasOwn(WORDS, type) && (parentObservationId !== null || type !== 'AGENT')) || level === 'ERROR',
  );

/** How many of each kind there are, in words; empty without any. */
export function stepsText(steps: readonly CoreObservation[]): string {
  const counts = Object.entries(WORDS).flatMap(([type, [one, many]]) => {
    const found = steps.filter((step) => step.type === type).length;
    return found === 0 ? [] : [`${found} ${found === 1 ? one : many}`];
  });
  const others = steps.filter(({ type }) => !Object.hasOwn(WORDS, type)).length;
  return [...counts, ...(others === 0 ? [] : [`${others} other`])].join(', ');
}
