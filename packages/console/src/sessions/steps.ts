import type { CoreObservation } from '../api/types';

/** Nouns of a turn's steps in one line: `1 retrieval, 2 model calls, 3 tools`. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  AGENT: ['agent', 'agents'],
  RETRIEVER: ['retrieval', 'retrievals'],
  EMBEDDING: ['embedding', 'embeddings'],
  GENERATION: ['model call', 'model calls'],
  TOOL: ['tool call', 'tool calls'],
  GUARDRAIL: ['guardrail', 'guardrails'],
  EVALUATOR: ['evaluation', 'evaluations'],
};

/** Returns the steps that describe a turn: without wrappers, and without the root, which is the turn itself. */
export const stepsOf = (observations: readonly CoreObservation[]): readonly CoreObservation[] =>
  observations.filter(
    ({ type, level, parentObservationId }) =>
      (Object.hasOwn(WORDS, type) && (parentObservationId !== null || type !== 'AGENT')) || level === 'ERROR',
  );

/** Counts the steps by kind, as text; empty without any. */
export function stepsText(steps: readonly CoreObservation[]): string {
  const counts = Object.entries(WORDS).flatMap(([type, [one, many]]) => {
    const found = steps.filter((step) => step.type === type).length;
    return found === 0 ? [] : [`${found} ${found === 1 ? one : many}`];
  });
  const others = steps.filter(({ type }) => !Object.hasOwn(WORDS, type)).length;
  return [...counts, ...(others === 0 ? [] : [`${others} other`])].join(', ');
}
