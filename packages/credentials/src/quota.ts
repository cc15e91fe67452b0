/** What can be bounded, a second each. Items are observations, spans and metric points; bytes those of bodies without their encoding. */
export const QUOTAS = ['requestsPerSecond', 'itemsPerSecond', 'bytesPerSecond'] as const;

export type QuotaName = (typeof QUOTAS)[number];

/** The quotas of a credential, or of all credentials of a project together. One that is absent bounds nothing. */
export type Quota = { readonly [Name in QuotaName]?: number };
