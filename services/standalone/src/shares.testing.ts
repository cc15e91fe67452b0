import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { testUuid } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { type Product, startProduct } from './product.testing';

/** The greedy project uses all of every shared resource of the process. */
export type ProjectName = 'greedy' | 'modest';

/** Request with a part that is written by hand, without a client. */
export interface RawRequest {
  /** First line and further header fields. */
  readonly lines: readonly string[];
  readonly body?: string;
  /** Default: the greedy project. */
  readonly project?: ProjectName;
}

/** The product with a greedy and a modest project, and methods that keep shared resources in use. */
export class SharedProduct {
  readonly product: Product;
  readonly #database: Pool;
  readonly #sockets: Socket[] = [];

  private constructor(product: Product, database: Pool) {
    this.product = product;
    this.#database = database;
  }

  static async start(folder: string, settings: NodeJS.ProcessEnv): Promise<SharedProduct> {
    const file = join(folder, 'keys.yaml');
    const keys = ['greedy', 'modest'].map((name) => ({
      ...{ name, project: name, token: `token-of-${name}`, scopes: ['ingest', 'read'] },
    }));
    await writeFile(file, JSON.stringify({ projects: { greedy: {}, modest: {} }, keys }));
    const product = await startProduct({ API_KEYS_FILE: file, ...settings });
    return new SharedProduct(product, new Pool({ connectionString: testDatabaseUrl(), max: 2 }));
  }

  /** Sends a complete request, and resolves with its status. @param body JSON as an object or as text; undefined: a GET */
  async ask(project: ProjectName, path: string, body?: object | string): Promise<number> {
    const headers = { Authorization: `Bearer token-of-${project}`, 'Content-Type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: text };
    return (await this.product.call(path, init)).status;
  }

  /** Opens a connection. @param request written to it; undefined: nothing is written */
  async open(request?: RawRequest): Promise<Socket> {
    const socket = connect(this.product.port, '127.0.0.1').on('error', () => undefined);
    this.#sockets.push(socket);
    await once(socket, 'connect');
    if (request === undefined) return socket;
    const { lines, body = '', project = 'greedy' } = request;
    socket.write([...lines, 'Host: x', `Authorization: Bearer token-of-${project}`, '', body].join('\r\n'));
    return socket;
  }

  /** Returns the value of a metric without labels. */
  async valueOf(name: string): Promise<number> {
    const text = await (await fetch(`${this.product.adminUrl}/metrics`)).text();
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.slice(name.length));
  }

  /** Returns the number of the query service's statements that wait for a lock. */
  async lockedReads(): Promise<number> {
    const { rows } = await this.#database.query<{ count: string }>(
      `select count(*) from pg_stat_activity
       where application_name = 'sluice-query' and datname = current_database() and wait_event_type = 'Lock'`,
    );
    return Number(rows[0]?.count);
  }

  /** Runs work while no trace can be stored, or, with `access exclusive`, none can be read either. */
  async whileLocked(work: () => Promise<void>, mode: 'exclusive' | 'access exclusive' = 'exclusive'): Promise<void> {
    const locker = await this.#database.connect();
    await locker.query('begin');
    await locker.query(`lock table sluice.traces in ${mode} mode`);
    try {
      await work();
    } finally {
      await locker.query('rollback');
      locker.release();
    }
  }

  /** Closes all connections that were opened by hand. */
  hangUp(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  async close(): Promise<void> {
    this.hangUp();
    await this.product.close();
    await this.#database.end();
  }
}

/** Returns the status of the next answer on a connection. */
export async function statusOf(socket: Socket): Promise<number> {
  await once(socket, 'readable');
  return Number(String(socket.read()).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
}

let traces = 0;

/** Makes a native batch with a trace of its own. @param bytes of each input */
export function batchOf(observations: number, bytes = 1) {
  return {
    trace: { id: testUuid(++traces) },
    observations: Array.from({ length: observations }, (_, n) => ({ id: testUuid(n + 1), input: 'v'.repeat(bytes) })),
  };
}

/** Makes metric points, each of a series of its own. */
export function pointsOf(count: number): object {
  return { metrics: Array.from({ length: count }, (_, n) => ({ name: 'depth', labels: { n: `${n}` }, value: n })) };
}
