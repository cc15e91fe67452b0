/** What traces are grouped by here. */
export const TOPS = [
  { title: 'Users', field: 'userId' },
  { title: 'Trace names', field: 'name' },
  { title: 'Tags', field: 'tags' },
  { title: 'Sessions', field: 'sessionId' },
  { title: 'Environments', field: 'environment' },
  { title: 'Releases', field: 'release' },
] as const;

/** A field of those groups, as the API names it. */
export type TopField = (typeof TOPS)[number]['field'];
