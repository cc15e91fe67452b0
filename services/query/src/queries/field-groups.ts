/** The parts of a trace that `fields` selects (spec 4.2). */
export interface FieldGroups {
  readonly io: boolean;
  readonly scores: boolean;
  readonly observations: boolean;
  readonly metrics: boolean;
  readonly summary: boolean;
}

const ALL: FieldGroups = { io: true, scores: true, observations: true, metrics: true, summary: false };

/** The groups of some names; without any name `all`. `core` is always there. */
export function fieldGroups(names: ReadonlySet<string> | undefined, all = ALL): FieldGroups {
  if (names === undefined) return all;
  return {
    io: names.has('io'),
    scores: names.has('scores'),
    observations: names.has('observations'),
    metrics: names.has('metrics'),
    summary: names.has('summary'),
  };
}
