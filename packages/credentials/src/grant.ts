/** What credentials may be good for: sending data, reading it, and what changes or removes what others have sent. */
export const SCOPES = ['ingest', 'read', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

/** What can be bounded, a second each. Items are observations, spans and metric points; bytes those of bodies without their encoding. */
export const QUOTAS = ['requestsPerSecond', 'itemsPerSecond', 'bytesPerSecond'] as const;

export type QuotaName = (typeof QUOTAS)[number];

/** The quotas of a credential, or of all credentials of a project together. One that is absent bounds nothing. */
export type Quota = { readonly [Name in QuotaName]?: number };

/** What credentials are good for. */
export interface Grant {
  /** What the operator calls them; it stands in logs and messages. Absent: they have no name. */
  readonly name?: string;
  /** Whose data they send and read; absent: the default project's. */
  readonly project?: string;
  readonly scopes: readonly Scope[];
  /** From this time on they are refused, in microseconds since the epoch. Absent: never. */
  readonly expiresAt?: number;
  /** How much they may send and ask for; absent: as much as they like. */
  readonly quota?: Quota;
  /** How much all credentials of their project may, together. */
  readonly projectQuota?: Quota;
}
