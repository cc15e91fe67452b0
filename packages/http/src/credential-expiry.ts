import type { ApiKey } from '@sluice/credentials';
import { type Clock, type LogFields, type Logger, type Metrics, systemClock } from '@sluice/runtime';

export interface CredentialExpiryOptions {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Tells of credentials that have been loaded; those loaded before are forgotten. */
export type TellExpiry = (setting: string, keys: readonly ApiKey[]) => void;

/** As in the alert SluiceCredentialsExpire. */
const SOON_DAYS = 7;
const SOON_MICROSECONDS = SOON_DAYS * 24 * 3600 * 1e6;
const MOST_LOGGED = 20;

/**
 * Tells when credentials with a time (`expires`) end: a gauge has the time of each by its name, of which a document has a thousand at
 * most, and the log has a line of those that end soon and one of those that have, at each load.
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
  /** In microseconds since the epoch. */
  readonly expiresAt: number;
}

/** The first that end by their names, and how many there are. */
function fieldsOf(setting: string, ending: readonly Ending[]): LogFields {
  const credentials = ending
    .slice(0, MOST_LOGGED)
    .map(({ name, expiresAt }) => ({ name, expires: new Date(expiresAt / 1000).toISOString() }));
  return { setting, number: ending.length, credentials };
}
