import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOPICS } from '@sluice/bus';
import type { Brokers } from '@sluice/testbed/servers';
import { connect } from 'node:net';
import type { Client } from 'pg';
import { makeClients } from '../../chaos/clients';
import type { ResendingClient } from '../../chaos/client';
import { Positions } from '../../chaos/stored-offsets';
import { verify } from '../../chaos/verify';
import type { Project } from '../../product/projects';
import { queryDatabase } from '../query-database';
import type { CommandContext } from '../../command/command';
import { type HttpClient, createHttpClient } from '../../load/http-client';
import { timed } from '../../report/timed';
import { damage } from './damage';
import { addressOf, workingNodes } from './evict-pods';
import { tryOut } from './first-trace';
import { forward } from './forward-port';
import { Installation } from './installation';
import { type ClusterAccess, Kubectl } from './kubectl';
import { everythingIn, kindsOf, leftBehind } from './leftovers';
import { PhaseLog } from './phase-log';
import type { Phase } from './phase';
import { keepReading } from './reader';
import type { LagSample } from './lag';
import { type RunReport, formatRun } from './report';

export interface KubernetesRunOptions {
  readonly access: ClusterAccess;
  readonly image?: string | undefined;
  /** Address at which the nodes' ports are reached; default: the internal address of a node. */
  readonly nodeAddress?: string | undefined;
  readonly phases: readonly Phase[];
  /** Pause of each client between two requests, in milliseconds. */
  readonly pauseMs: number;
  /** Damages stored data before they are compared: the run has to detect it. */
  readonly control: boolean;
}

const REQUEST_TIMEOUT_MS = 10_000;
const READ_PAUSE_MS = 100;
const LONGEST_LINE = 300;
/** Duration of load after a phase, so that its figures include the after-effects. */
const PAUSE_MS = 3_000;
const RECOVERY_MS = 120_000;

/** Installs the chart, sends load, runs the phases, compares everything and uninstalls. */
export async function runKubernetes(
  options: KubernetesRunOptions,
  context: CommandContext,
): Promise<{ readonly violations: readonly string[]; readonly report: string }> {
  const run = new KubernetesRun(options, context);
  return run.run();
}

class KubernetesRun {
  readonly #options: KubernetesRunOptions;
  readonly #context: CommandContext;
  readonly #kubectl: Kubectl;
  readonly #installation: Installation;
  readonly #log = new PhaseLog();
  readonly #violations: string[] = [];
  readonly #times: [string, number][] = [];
  readonly #samples: LagSample[] = [];
  #isPaused = false;
  #phases: readonly Phase[] = [];

  constructor(options: KubernetesRunOptions, context: CommandContext) {
    this.#options = options;
    this.#context = context;
    this.#kubectl = new Kubectl(options.access, `sluice-proof-${randomBytes(3).toString('hex')}`, context.signal);
    this.#installation = new Installation(this.#kubectl, options.image);
  }

  async run(): Promise<{ readonly violations: readonly string[]; readonly report: string }> {
    const installation = this.#installation;
    await this.#timed('brokers and database ready', () => this.#prepare());
    const before = await everythingIn(this.#kubectl);
    await this.#timed('chart installed, every pod ready', () => this.#install());
    const { positions, brokers, query } = await this.#look();
    await positions.install();
    const node = await this.#node();
    const [writeUrl, readUrl] = [
      await installation.serviceUrl('gateway', node),
      await installation.serviceUrl('query', node),
    ];
    const headers = { authorization: `Bearer ${installation.token}` };
    const [writes, reads] = [writeUrl, readUrl].map((baseUrl) =>
      createHttpClient({ baseUrl, headers, timeoutMs: REQUEST_TIMEOUT_MS }),
    ) as [HttpClient, HttpClient];
    this.#context.closers.add('connections', () => {
      for (const client of [writes, reads]) client.close();
    });
    await this.#timed('first trace, there and back', () => tryOut(writes, reads));
    await this.#timed('helm test', () => installation.test());
    const projects = [{ name: '', bearerToken: installation.token }];
    const clients = this.#makeClients(writeUrl, projects);
    await this.#choosePhases();
    await this.#load({ clients, writes, reads, positions });
    const took = await positions.untilCaughtUp(performance.now(), RECOVERY_MS);
    if (took === undefined) this.#violations.push('it does not come to rest');
    this.#violations.push(...(await positions.differences()));
    if (this.#options.control) await query((sql) => damage(sql));
    const evidence = { database: { query }, brokers, topics: TOPICS, positions, reads, projects };
    const verdict = await verify(evidence, clients);
    this.#violations.push(...verdict.violations);
    await this.#timed('helm uninstall', () => installation.uninstall());
    const left = leftBehind(before, await everythingIn(this.#kubectl));
    if (left.length > 0) this.#violations.push(`helm uninstall left ${left.join(', ')}`);
    const report: RunReport = { times: this.#times, log: this.#log, samples: this.#samples, clients, verdict };
    return { violations: this.#violations, report: formatRun(report) };
  }

  async #prepare(): Promise<void> {
    const { closers, signal } = this.#context;
    const { namespace } = this.#kubectl;
    signal.throwIfAborted();
    closers.add('namespace', async () => {
      const kubectl = this.#kubectl.unstoppable();
      // The work of the pods is not needed any more; the cluster deletes the rest by itself.
      await kubectl.kubectl(['delete', 'pods', '--all', '--grace-period=1', '--wait=false']);
      await kubectl.kubectl(['delete', 'namespace', namespace, '--ignore-not-found', '--wait=false']);
    });
    await this.#installation.prepare();
  }

  async #install(): Promise<void> {
    try {
      await this.#installation.install();
    } catch (error) {
      // Helm only reports a time-out; pods and events contain the reason.
      for (const args of [['pods'], ['events', '--field-selector', 'type=Warning']]) {
        this.#context.print(await this.#kubectl.kubectl(['get', ...args]).catch(String));
      }
      throw error;
    }
  }

  /** Opens connections to the database and the log for the comparison. */
  async #look() {
    const context = this.#context;
    const [postgres, kafka] = [
      await forward(this.#kubectl, { service: 'postgres', port: 5432 }, context),
      await forward(this.#kubectl, { service: 'kafka', port: 9092 }, context),
    ];
    const brokers: Brokers = {
      addresses: [`127.0.0.1:${kafka}`],
      // The broker advertises a name that only pods can resolve.
      socketFactory: ({ onConnect }) => connect({ host: '127.0.0.1', port: kafka }, onConnect),
    };
    const connectionString = this.#installation.databaseUrl(postgres);
    const query = <T>(work: (sql: Client) => Promise<T>) => queryDatabase(connectionString, work);
    await untilAnswered(() => query((sql) => sql.query('select 1')));
    return { query, brokers, positions: new Positions({ database: { query }, brokers, topics: TOPICS }) };
  }

  async #node(): Promise<string> {
    const found = this.#options.nodeAddress ?? (await workingNodes(this.#kubectl)).map(addressOf).find(Boolean);
    if (found === undefined) throw new Error('no node is ready');
    return found;
  }

  async #choosePhases(): Promise<void> {
    const kinds = await kindsOf(this.#kubectl);
    this.#phases = this.#options.phases.filter(({ needs }) => needs === undefined || kinds.includes(needs));
    for (const { name, needs } of this.#options.phases) {
      if (!this.#phases.some((phase) => phase.name === name)) {
        this.#context.print(`${name}: left out, as the cluster does not know ${needs}`);
      }
    }
  }

  #makeClients(url: string, projects: readonly Project[]): ResendingClient[] {
    return makeClients({
      seed: 1,
      history: this.#log,
      gateways: { urls: () => (this.#isPaused ? [] : [url]), grpcAddresses: () => [] },
      pauseMs: this.#options.pauseMs,
      projects,
    });
  }

  /** Runs the phases while clients send and read. */
  async #load(parts: {
    readonly clients: readonly ResendingClient[];
    readonly writes: HttpClient;
    readonly reads: HttpClient;
    readonly positions: Positions;
  }): Promise<void> {
    const { clients, writes, reads, positions } = parts;
    const { signal } = this.#context;
    let over = Infinity;
    const isOver = () => performance.now() > over || signal.aborted;
    const giveUp = () => performance.now() > over + RECOVERY_MS || signal.aborted;
    const answered: Parameters<typeof keepReading>[1]['answered'] = (entry) => this.#log.addRead(entry);
    const refused = (sentence: string) => this.#context.print(`a read was answered ${sentence.slice(0, LONGEST_LINE)}`);
    const [first] = this.#phases;
    if (first !== undefined) this.#log.begin(first.name);
    const sending = Promise.all([
      ...clients.map((client) => client.run(writes, { isOver, giveUp })),
      keepReading(reads, { pauseMs: READ_PAUSE_MS, isOver, answered, refused }),
    ]);
    try {
      for (const phase of this.#phases) await this.#pass(phase, positions);
    } catch (error) {
      signal.throwIfAborted();
      // Everything sent until then is compared nevertheless.
      this.#violations.push(error instanceof Error ? error.message : String(error));
    } finally {
      over = performance.now();
      await sending;
    }
    for (const { name, unnoticed } of this.#phases) {
      if (unnoticed) this.#violations.push(...this.#log.failuresIn(name));
    }
  }

  async #pass(phase: Phase, positions: Positions): Promise<void> {
    const { closers, signal, print } = this.#context;
    const hold = (milliseconds: number) => sleep(milliseconds, undefined, { signal });
    if (phase !== this.#phases[0]) this.#log.begin(phase.name);
    const begun = performance.now();
    const remark = await phase.act({
      kubectl: this.#kubectl,
      installation: this.#installation,
      undoneBy: (undo) => closers.add('node', undo),
      hold,
      pauseLoad: (isPaused) => (this.#isPaused = isPaused),
      waiting: () => untilAnswered(() => positions.waiting()),
      sampled: (sample) => this.#samples.push(sample),
    });
    const ended = performance.now();
    const recoveryMs = await positions.untilCaughtUp(ended, RECOVERY_MS);
    if (recoveryMs === undefined)
      this.#violations.push(`${phase.name}: not all was stored within ${RECOVERY_MS / 1000} s`);
    await hold(PAUSE_MS);
    this.#log.end({ tookMs: ended - begun, recoveryMs });
    const what = remark === '' ? '' : ` (${remark})`;
    print(`${phase.name}: ${((ended - begun) / 1000).toFixed(1)} s${what}`);
  }

  async #timed(name: string, work: () => Promise<void>): Promise<void> {
    this.#times.push([name, await timed(name, work, this.#context.print)]);
  }
}

/** Retries, because a port-forward needs a moment to open. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (const begun = performance.now(); ;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() - begun > 30_000) throw error;
      await sleep(200);
    }
  }
}
