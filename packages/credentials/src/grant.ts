/** Scopes of credentials: sending data, reading it, and changing or removing data of others. */
export const SCOPES = ['ingest', 'read', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

/** Quotas, each for one second. Items are observations, spans and metric points; bytes are those of decompressed bodies. */
export const QUOTAS = ['requestsPerSecond', 'itemsPerSecond', 'bytesPerSecond'] as const;

export type QuotaName = (typeof QUOTAS)[number];

/** Quotas of a credential, or of all credentials of a project together. An absent quota is no limit. */
export type Quota = { readonly [Name in QuotaName]?: number };

/** Rights of credentials. */
export interface Grant {
  /** Operator's name of the credentials, for logs and messages. Absent: they have no name. */
  readonly name?: string;
  /** Project whose data they send and read; absent: the default one. */
  readonly project?: string;
  readonly scopes: readonly Scope[];
  /** Time from which on they are refused, in microseconds since the epoch. Absent: never. */
  readonly expiresAt?: number;
  /** Quota of these credentials; absent: no limit. */
  readonly quota?: Quota;
  /** Quota of all credentials of their project together. */
  readonly projectQuota?: Quota;
}
