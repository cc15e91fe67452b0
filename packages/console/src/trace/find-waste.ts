import { rowsToRead, suspects } from './loops';
import { idAt } from './observation-columns';
import { type Steps, type Waste, wasteOf } from './waste';

/** Waste computed from the figures of a trace, and groups of rows that may be loops. */
export interface FoundWaste extends Waste {
  /** Rows that may be a loop: see `suspects`. */
  readonly groups: readonly (readonly number[])[];
  /** Ids of the observations of these groups whose inputs decide whether they are a loop. */
  readonly inputIds: readonly string[];
}

/** Computes the waste of a trace in steps, and yields to other work between them: a trace may have 100,000 rows. */
export async function findWaste(steps: Steps): Promise<FoundWaste> {
  await turn();
  const waste = wasteOf(steps);
  await turn();
  const groups = suspects(steps);
  return { ...waste, groups, inputIds: rowsToRead(steps, groups).map((row) => idAt(steps.columns, row)) };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
