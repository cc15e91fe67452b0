import { type Quota, SCOPES, type Scope } from '@sluice/credentials';
import type { Counter, Metrics } from '@sluice/runtime';
import { forbidden, unauthorized } from './api-error';
import { type Credentials, type Refused, type Sender, acceptAnyone } from './credentials';
import type { RequestContext } from './request-context';

/** Scope that a route requires of credentials; `any`: they only have to be accepted. */
export type NeededScope = Scope | 'any';

/** All possible failures, so that each is counted from 0. */
const FAILURES: readonly Pick<Refused, 'scheme' | 'reason'>[] = [
  { scheme: 'none', reason: 'missing' },
  { scheme: 'other', reason: 'malformed' },
  { scheme: 'bearer', reason: 'malformed' },
  { scheme: 'bearer', reason: 'unknown' },
  { scheme: 'bearer', reason: 'expired' },
  { scheme: 'basic', reason: 'malformed' },
  { scheme: 'basic', reason: 'unknown' },
  { scheme: 'basic', reason: 'expired' },
];

/** Counters of refused requests. */
interface Refusals {
  readonly unauthenticated: Counter<'scheme' | 'reason'>;
  readonly unauthorized: Counter<'scope'>;
}

function countRefusals(metrics: Metrics): Refusals {
  const unauthenticated = metrics.counter({
    name: 'sluice_http_authentication_failures_total',
    help: 'Requests refused with 401: missing (no credentials), malformed (none of their scheme), unknown (not accepted), expired',
    labels: ['scheme', 'reason'],
  });
  for (const labels of FAILURES) unauthenticated.inc({ ...labels }, 0);
  const unauthorized = metrics.counter({
    name: 'sluice_http_authorization_failures_total',
    help: 'Requests refused with 403 because their credentials do not have the scope that the endpoint needs',
    labels: ['scope'],
  });
  for (const scope of SCOPES) unauthorized.inc({ scope }, 0);
  return { unauthenticated, unauthorized };
}

/** Check of credentials and their scopes. */
export class Access {
  readonly #credentials: Credentials;
  readonly #refusals: Refusals;

  constructor(credentials: Credentials, refusals: Refusals) {
    this.#credentials = credentials;
    this.#refusals = refusals;
  }

  static of({ credentials, metrics }: { readonly credentials: Credentials; readonly metrics: Metrics }): Access {
    return new Access(credentials, countRefusals(metrics));
  }

  /** Makes a check that also accepts requests without credentials, as writes of the default project, and counts with this one. */
  openToAnyone(projectQuota: () => Quota | undefined): Access {
    return new Access(acceptAnyone(this.#credentials, projectQuota), this.#refusals);
  }

  /**
   * Finds the sender of a request, and stores it in the context.
   * @param isScript see `unauthorized`
   * @throws ApiError 401 without accepted credentials
   */
  authenticate(context: RequestContext, authorization: string | undefined, isScript = false): void {
    const sender = this.#credentials.identify(authorization);
    if (sender.name !== undefined) context.credentials = sender.name;
    if (!sender.accepted) {
      this.#refusals.unauthenticated.inc({ scheme: sender.scheme, reason: sender.reason });
      throw unauthorized(sender.reason === 'expired' ? 'these have expired' : undefined, { isScript });
    }
    context.sender = sender;
  }

  /** @throws ApiError 403 without the scope, which it names (contract: HTTP in general) */
  authorize({ scopes }: Sender, needed: NeededScope): void {
    if (needed !== 'any' && !scopes.includes(needed)) {
      this.#refusals.unauthorized.inc({ scope: needed });
      throw forbidden(`this endpoint needs the scope ${needed}, which these credentials do not have`);
    }
  }
}
