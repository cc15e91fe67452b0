import { QUOTAS, type Quota, type QuotaName } from '@sluice/credentials';
import type { Metrics } from '@sluice/runtime';
import type { RequestHandler } from 'express';
import { tooManyRequests } from './api-error';
import type { Sender } from './credentials';
import { type ChargedUsage, type Usage, type WriteQuota, contextOf, senderOf } from './request-context';
import { TokenBucket } from './token-bucket';

export interface QuotasOptions {
  readonly metrics: Metrics;
  /** Name of the default project in metrics. */
  readonly projectId: string;
  /** Seconds, monotonic. */
  readonly elapsed?: () => number;
}

/** Amounts of a request by quota. */
export type Amounts = Readonly<Record<QuotaName, number>>;

/** Buckets of a credential or project with a quota, and its name in a response. */
interface Account {
  readonly of: 'credential' | 'project';
  readonly words: string;
  readonly buckets: ReadonlyMap<QuotaName, TokenBucket>;
}

/** Quotas that a read uses: a project that has sent too much can still be read. */
const OF_READS: readonly QuotaName[] = ['requestsPerSecond'];
/** Quotas that a body uses. */
const OF_BODIES: readonly QuotaName[] = ['itemsPerSecond', 'bytesPerSecond'];
/** Limit of projects with series of their own, because a series is never removed. */
const MAX_PROJECTS = 50;
/** Limit of accounts; beyond it the least recently used one is forgotten, and begins with full buckets. */
const MAX_ACCOUNTS = 4096;

/** Items that a write holds from its start, because their real number is known later. */
const ITEMS_AT_START = 1;

/**
 * Enforces the quotas of credentials and of the project, in token buckets of this process. A request is admitted while all buckets that it
 * uses are above zero. A write is checked twice: before its body is read, by the announced size, and before it is stored, by the contents
 * of its body. So only one of several concurrent writes is stored on debt, and a large write is not refused forever (see `TokenBucket`).
 * Usage is counted by project, with quotas or without.
 */
export class Quotas {
  readonly #elapsed: () => number;
  readonly #accounts = new Map<string, Account>();
  readonly #count: (project: string | undefined, amounts: Amounts) => void;
  readonly #refused: (of: Account['of'], quota: QuotaName) => void;

  constructor({ metrics, projectId, elapsed = () => performance.now() / 1000 }: QuotasOptions) {
    this.#elapsed = elapsed;
    const requests = metrics.counter({
      name: 'sluice_project_requests_total',
      help: 'Requests that quotas let through, by project of their credentials',
      labels: ['project'],
    });
    const items = metrics.counter({
      name: 'sluice_project_items_total',
      help: 'Observations and metric points that were acknowledged, by project; a record without any counts as one',
      labels: ['project'],
    });
    const bytes = metrics.counter({
      name: 'sluice_project_bytes_total',
      help: 'Bytes of acknowledged bodies after decompression, by project',
      labels: ['project'],
    });
    const refusals = metrics.counter({
      name: 'sluice_quota_refusals_total',
      help: 'Requests refused with 429, by whose quota and which',
      labels: ['of', 'quota'],
    });
    const named = new Set([projectId]);
    this.#count = (id = projectId, amounts) => {
      if (named.size < MAX_PROJECTS) named.add(id);
      const project = named.has(id) ? id : 'other';
      requests.inc({ project }, amounts.requestsPerSecond);
      items.inc({ project }, amounts.itemsPerSecond);
      bytes.inc({ project }, amounts.bytesPerSecond);
    };
    for (const owner of ['credential', 'project'] as const) {
      for (const quota of QUOTAS) refusals.inc({ of: owner, quota }, 0);
    }
    this.#refused = (of, quota) => refusals.inc({ of, quota });
  }

  /**
   * Step that belongs behind authentication.
   * @throws ApiError 429 that names the quota which is used up
   */
  readonly check: RequestHandler = (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead) this.admitRead(senderOf(response));
    else {
      const announced = Number(request.headers['content-length'] ?? 0);
      Object.assign(contextOf(response), this.admitWrite(senderOf(response), announced));
    }
    next();
  };

  /** @throws ApiError 429 that names the quota which is used up */
  admitRead(sender: Sender): void {
    this.#admit(sender, OF_READS);
  }

  /**
   * Admits a write before its body is read.
   * @param announced size of its body in bytes, 0 if it is unknown
   * @throws ApiError 429 that names the quota which is used up
   */
  admitWrite(sender: Sender, announced: number): WriteQuota {
    return this.#begin(sender.project, this.#admit(sender, QUOTAS), announced);
  }

  #admit(sender: Sender, needed: readonly QuotaName[]): readonly Account[] {
    const accounts = this.#accountsOf(sender);
    const now = this.#elapsed();
    for (const account of accounts) this.#assertLeft(account, needed, now);
    for (const bucket of bucketsOf(accounts, 'requestsPerSecond')) bucket.take(1, now);
    this.#count(sender.project, { requestsPerSecond: 1, itemsPerSecond: 0, bytesPerSecond: 0 });
    return accounts;
  }

  /**
   * Charges what is known of a write at its start.
   * @returns a function that charges the contents of its body, absent without a quota for them; and a function that corrects the charge,
   * once
   */
  #begin(project: string | undefined, accounts: readonly Account[], announced: number): WriteQuota {
    let taken: ChargedUsage = { items: 0, bytes: 0 };
    const hold = (wanted: ChargedUsage): void => {
      const now = this.#elapsed();
      for (const bucket of bucketsOf(accounts, 'itemsPerSecond')) bucket.take(wanted.items - taken.items, now);
      for (const bucket of bucketsOf(accounts, 'bytesPerSecond')) bucket.take(wanted.bytes - taken.bytes, now);
      taken = wanted;
    };
    hold({ items: ITEMS_AT_START, bytes: announced });
    let isSettled = false;
    const settle = ({ outcome, items, bytes }: Usage): void => {
      if (isSettled) return;
      isSettled = true;
      hold({ items, bytes });
      if (outcome === 'stored') {
        this.#count(project, { requestsPerSecond: 0, itemsPerSecond: items, bytesPerSecond: bytes });
      }
    };
    if (!accounts.some(({ buckets }) => OF_BODIES.some((name) => buckets.has(name)))) return { settle };
    const charge = (known: ChargedUsage): void => {
      hold({ items: 0, bytes: 0 });
      const now = this.#elapsed();
      for (const account of accounts) this.#assertLeft(account, OF_BODIES, now);
      hold(known);
    };
    return { settle, charge };
  }

  #assertLeft({ of, words, buckets }: Account, charged: readonly QuotaName[], now: number): void {
    for (const quota of charged) {
      const bucket = buckets.get(quota);
      const seconds = bucket?.wait(now) ?? 0;
      if (bucket === undefined || seconds === 0) continue;
      this.#refused(of, quota);
      const limit = `the quota ${quota} of ${words}, ${bucket.perSecond}, is used up`;
      throw tooManyRequests(`${limit}: send again after ${seconds} s`, seconds);
    }
  }

  #accountsOf({ id, name, project, quota, projectQuota }: Sender): readonly Account[] {
    const accounts: Account[] = [];
    if (quota !== undefined) {
      const words = name === undefined ? 'these credentials' : `the credentials "${name}"`;
      accounts.push(this.#account(`credential ${id}`, { of: 'credential', words, quota }));
    }
    if (projectQuota !== undefined) {
      const words = project === undefined ? 'this project' : `the project "${project}"`;
      accounts.push(this.#account(`project ${project ?? ''}`, { of: 'project', words, quota: projectQuota }));
    }
    return accounts;
  }

  /** Returns the account in its last state, with its current quotas: only a bucket of another size starts full. */
  #account(key: string, { quota, ...about }: Pick<Account, 'of' | 'words'> & { readonly quota: Quota }): Account {
    const before = this.#accounts.get(key)?.buckets;
    const now = this.#elapsed();
    const buckets = new Map<QuotaName, TokenBucket>();
    for (const name of QUOTAS) {
      const perSecond = quota[name];
      if (perSecond === undefined) continue;
      const kept = before?.get(name);
      buckets.set(name, kept?.perSecond === perSecond ? kept : new TokenBucket(perSecond, now));
    }
    const account = { ...about, buckets };
    this.#accounts.delete(key);
    this.#accounts.set(key, account);
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size > MAX_ACCOUNTS && oldest !== undefined) this.#accounts.delete(oldest);
    return account;
  }
}

const bucketsOf = (accounts: readonly Account[], name: QuotaName): readonly TokenBucket[] =>
  accounts.flatMap(({ buckets }) => buckets.get(name) ?? []);
