/** Fields by which the usage page groups traces. */
export const TOPS = [
  { title: 'Users', field: 'userId' },
  { title: 'Trace names', field: 'name' },
  { title: 'Tags', field: 'tags' },
  { title: 'Sessions', field: 'sessionId' },
  { title: 'Environments', field: 'environment' },
  { title: 'Releases', field: 'release' },
  { title: 'Services', field: 'service' },
] as const;

/** Field of a group, as in the API. */
export type TopField = (typeof TOPS)[number]['field'];
