import type { ApiKeys } from './api-key';

/** How many days projects keep what they have, by their names below the edge: that of PROJECT_ID has an empty one. */
export function retentionDaysOf(projects: ApiKeys['projects'], projectId: string): ReadonlyMap<string, number> {
  return new Map(
    Array.from(projects).flatMap(([id, { retentionDays }]) =>
      retentionDays === undefined ? [] : [[id === projectId ? '' : id, retentionDays] as const],
    ),
  );
}
