/** What credentials may be good for: sending data, reading it, and what changes or removes what others have sent. */
export const SCOPES = ['ingest', 'read', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];
