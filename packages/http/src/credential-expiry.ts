import type { ApiKey } from '@sluice/credentials';
import { type Clock, type LogFields, type Logger, type Metrics, systemClock } from '@sluice/runtime';

export interface CredentialExpiryOptions {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Reports the expiry of credentials that were loaded; they replace those of earlier calls. */
export type TellExpiry = (setting: string, keys: readonly ApiKey[]) => void;

/** Days before expiry at which credentials are reported; the same as in the alert SluiceCredentialsExpire. */
const SOON_DAYS = 7;
const SOON_MICROSECONDS = SOON_DAYS * 24 * 3600 * 1e6;
const MAX_LOGGED = 20;

/**
 * Reports the expiry of credentials (`expires`). A gauge has the time of each by its name, of which a document has at most 1,000. At each
 * load the log has a line of those that expire soon and one of those that have expired.
 */
export function watchCredentialExpiry({ metrics, logger, clock = systemClock }: CredentialExpiryOptions): TellExpiry {
  const gauge = metrics.gauge({
    name: 'sluice_credentials_expiry_timestamp_seconds',
    help: 'When credentials of the document expire, by their name; of those that do',
    labels: ['credentials'],
  });
  return (setting, keys) => {
    const ending = keys
      .flatMap(({ name = '', expiresAt }) => (expiresAt === undefined ? [] : [{ name, expiresAt }]))
      .sort((one, other) => one.expiresAt - other.expiresAt);
    gauge.reset();
    for (const { name, expiresAt } of ending) gauge.set({ credentials: name }, expiresAt / 1e6);
    const now = clock.now();
    const expired = ending.filter(({ expiresAt }) => expiresAt <= now);
    const soon = ending.filter(({ expiresAt }) => expiresAt > now && expiresAt <= now + SOON_MICROSECONDS);
    if (expired.length > 0) logger.warn('credentials have expired and are refused', fieldsOf(setting, expired));
    if (soon.length > 0) logger.warn(`credentials expire within ${SOON_DAYS} days`, fieldsOf(setting, soon));
  };
}

interface Ending {
  readonly name: string;
  /** Expiry in microseconds since the epoch. */
  readonly expiresAt: number;
}

/** Fields of the log: the first credentials to expire, by name, and the number of all. */
function fieldsOf(setting: string, ending: readonly Ending[]): LogFields {
  const credentials = ending
    .slice(0, MAX_LOGGED)
    .map(({ name, expiresAt }) => ({ name, expires: new Date(expiresAt / 1000).toISOString() }));
  return { setting, number: ending.length, credentials };
}
