import { setTimeout as sleep } from 'node:timers/promises';
import { type IndexWatch, waitForIndex, watchIndex } from '../check/wait-for-index';
import type { CommandContext } from '../command/command';
import { type HttpClient, createHttpClient } from '../load/http-client';
import { AUTHORIZED } from '../product/product';
import { createRandom } from '../random-source';
import type { ResendingClient, Gateways } from './client';
import type { History } from './history';
import { sendHostile } from './hostile-client';
import { poison } from './poison';
import type { Testbed } from './testbed';

const REQUEST_TIMEOUT_MS = 10_000;
/** A stopped process does not answer. */
const ADMIN_TIMEOUT_MS = 5_000;

/** Faults that happen at once under load, before the product has to recover. */
export interface Episode {
  /** Names of the faults in the report. */
  readonly kinds: readonly string[];
  /** Time before the faults while everything works, in milliseconds. */
  readonly pauseMs: number;
  /** Resolves when nothing is left to undo. */
  readonly happen: (testbed: Testbed, hold: (milliseconds: number) => Promise<void>) => Promise<unknown>;
}

/** Result of one episode. */
export interface EpisodeReport {
  readonly kinds: readonly string[];
  /** Milliseconds from the end of the faults until everything that the log contained then was stored; undefined where it took too long. */
  readonly recoveryMs: number | undefined;
}

export interface RunDependencies {
  readonly testbed: Testbed;
  readonly clients: readonly ResendingClient[];
  readonly gateways: Gateways;
  readonly history: History;
}

export interface RunOptions {
  readonly seed: number;
  readonly episodes: Iterable<Episode>;
  /** No episode begins after this time; undefined: all episodes happen. */
  readonly durationMs?: number | undefined;
  /** Time limit for recovery after a fault, and for the clients to finish, in milliseconds. */
  readonly recoveryMs: number;
}

/** Load and faults until the time is over and the product has recovered. */
export class ChaosRun {
  readonly episodes: EpisodeReport[] = [];
  readonly violations: string[] = [];
  /** Number of requests that had to be refused. */
  hostileRequests = 0;
  /** Comparisons during the run. */
  watched: IndexWatch = { compared: 0, complete: 0, mostValid: 0, violations: [] };
  readonly #dependencies: RunDependencies;
  readonly #context: CommandContext;

  constructor(dependencies: RunDependencies, context: CommandContext) {
    this.#dependencies = dependencies;
    this.#context = context;
  }

  async run(options: RunOptions): Promise<void> {
    const http = createHttpClient({
      baseUrl: 'http://127.0.0.1',
      headers: AUTHORIZED,
      timeoutMs: REQUEST_TIMEOUT_MS,
    });
    try {
      let over = false;
      const sending = this.#send(http, { ...options, isOver: () => over });
      const watching = this.#watch(() => over || this.#context.signal.aborted);
      try {
        await this.#episodes(options);
      } finally {
        over = true;
        await Promise.all([sending, watching]);
      }
      await this.#settle(options);
    } finally {
      http.close();
    }
  }

  /** Runs all clients until the run is over. The outcome of a request that is not acknowledged by then stays unknown. */
  async #send(
    http: HttpClient,
    { seed, recoveryMs, isOver }: RunOptions & { readonly isOver: () => boolean },
  ): Promise<void> {
    const { testbed, clients, gateways, history } = this.#dependencies;
    let deadline = Infinity;
    const over = (): boolean => {
      const is = isOver() || this.#context.signal.aborted;
      if (is) deadline = Math.min(deadline, performance.now() + recoveryMs);
      return is;
    };
    const giveUp = () => over() && (this.#context.signal.aborted || performance.now() > deadline);
    const random = createRandom(seed + 1_000);
    const hostile = sendHostile(http, { random, gateways, history, isOver: over });
    const { topics, broker } = testbed;
    const poisoning = poison({ brokers: broker.brokers, topics, random: createRandom(seed + 2_000), isOver: over });
    await Promise.all([...clients.map((client) => client.run(http, { isOver: over, giveUp })), poisoning]);
    const { sent, wrong } = await hostile;
    this.hostileRequests = sent;
    this.violations.push(...wrong);
  }

  async #watch(isOver: () => boolean): Promise<void> {
    const { database, aged } = this.#dependencies.testbed;
    this.watched = await watchIndex((work) => database.query(work), { isOver, expiredBelow: aged?.below ?? 0 });
    this.violations.push(...this.watched.violations);
  }

  async #episodes({ episodes, durationMs = Infinity, recoveryMs: patienceMs }: RunOptions): Promise<void> {
    const { signal, print } = this.#context;
    const begun = performance.now();
    for (const { kinds, pauseMs, happen } of episodes) {
      await sleep(pauseMs, undefined, { signal });
      const left = durationMs - (performance.now() - begun);
      if (left <= 0) return;
      const hold = (milliseconds: number) => sleep(milliseconds, undefined, { signal });
      await happen(this.#dependencies.testbed, hold);
      const healed = performance.now();
      await this.#dependencies.testbed.fleet.heal();
      const recoveryMs = await this.#dependencies.testbed.positions.untilCaughtUp(healed, patienceMs);
      const name = kinds.join(' + ');
      this.episodes.push({ kinds, recoveryMs });
      print(
        `${name}: ${recoveryMs === undefined ? 'NOT RECOVERED' : `recovered in ${(recoveryMs / 1000).toFixed(1)} s`}`,
      );
      if (recoveryMs === undefined) {
        this.violations.push(`${patienceMs / 1000} s after ${name} not everything was stored that the log had then`);
        await this.#keepStates();
        return;
      }
    }
  }

  /** Stores the state of the writers' partitions, to investigate a failure. */
  async #keepStates(): Promise<void> {
    for (const { name, process } of this.#dependencies.testbed.fleet.running('writer')) {
      for (const page of ['readyz', 'metrics']) {
        const answer = await fetch(`${process.adminUrl}/${page}`, {
          signal: AbortSignal.timeout(ADMIN_TIMEOUT_MS),
        }).then(
          (response) => response.text(),
          (error: unknown) => String(error),
        );
        this.#dependencies.history.addLine(`${name} (${process.pid}) /${page}`, answer);
      }
    }
  }

  /** Waits until all processes are ready and everything is stored and indexed. */
  async #settle({ recoveryMs }: RunOptions): Promise<void> {
    const { fleet, positions, database, aged } = this.#dependencies.testbed;
    await fleet.heal();
    const took = await positions.untilCaughtUp(performance.now(), recoveryMs);
    if (took === undefined) this.violations.push('it does not come to rest');
    if ((await aged?.expireAll(recoveryMs)) === false) this.violations.push('what has expired is not gone');
    this.violations.push(...(await waitForIndex((work) => database.query(work), recoveryMs)));
    this.violations.push(...(await positions.differences()));
    for (const service of ['gateway', 'writer', 'query'] as const) {
      for (const { name, process } of fleet.running(service)) {
        if (!(await isReady(process.adminUrl))) this.violations.push(`${name} is not ready at the end`);
      }
    }
  }
}

async function isReady(adminUrl: string): Promise<boolean> {
  const url = `${adminUrl}/readyz`;
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ADMIN_TIMEOUT_MS) }).catch(() => undefined);
    if (answer?.ok === true) return true;
    await sleep(500);
  }
  return false;
}
