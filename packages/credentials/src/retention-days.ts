import type { ApiKeys } from './api-key';

/** Retention in days by project, with the names of records: PROJECT_ID has the empty name. */
export function retentionDaysOf(projects: ApiKeys['projects'], projectId: string): ReadonlyMap<string, number> {
  return new Map(
    Array.from(projects).flatMap(([id, { retentionDays }]) =>
      retentionDays === undefined ? [] : [[id === projectId ? '' : id, retentionDays] as const],
    ),
  );
}
