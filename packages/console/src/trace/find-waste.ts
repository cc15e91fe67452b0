import { rowsToAsk, suspects } from './loops';
import { idAt } from './observation-columns';
import { type Steps, type Waste, wasteOf } from './waste';

/** The waste that the figures of a trace tell, and what may be loops. */
export interface FoundWaste extends Waste {
  /** Rows that may be a loop: see `suspects`. */
  readonly groups: readonly (readonly number[])[];
  /** Ids of the observations of these groups whose inputs tell whether they are one. */
  readonly asked: readonly string[];
}

/** Looks for waste: for a hundred thousand rows in parts, between which other work gets its turn. */
export async function findWaste(steps: Steps): Promise<FoundWaste> {
  await turn();
  const waste = wasteOf(steps);
  await turn();
  const groups = suspects(steps);
  return { ...waste, groups, asked: rowsToAsk(steps, groups).map((row) => idAt(steps.columns, row)) };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
