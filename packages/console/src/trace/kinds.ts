import type { LAYERS } from './minimap-cells';

/** How a type of observation looks: its hue, and its shape for who does not see hues. */
export interface Kind {
  readonly word: string;
  readonly shape: string;
  readonly colour: string;
  /** Where the minimap paints it. */
  readonly layer: (typeof LAYERS)[number];
}

const SPAN: Kind = { word: 'span', shape: '▪', colour: 'var(--span)', layer: 'span' };
const kind = (word: string, shape: string, layer: Kind['layer']): Kind => ({
  word,
  shape,
  colour: `var(--${layer})`,
  layer,
});

const KINDS: Readonly<Record<string, Kind>> = {
  AGENT: kind('agent', '◼', 'agent'),
  GENERATION: kind('model call', '●', 'generation'),
  TOOL: kind('tool', '◆', 'tool'),
  RETRIEVER: kind('retriever', '▲', 'retriever'),
  EMBEDDING: kind('embedding', '▲', 'retriever'),
  GUARDRAIL: kind('guardrail', '⬟', 'guardrail'),
  EVALUATOR: kind('evaluator', '⬟', 'guardrail'),
  CHAIN: { ...SPAN, word: 'chain' },
  EVENT: { ...SPAN, word: 'event' },
};

export const kindOf = (type: string): Kind => (Object.hasOwn(KINDS, type) ? KINDS[type] : undefined) ?? SPAN;
