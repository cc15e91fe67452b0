import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Stream of one `copy … from stdin` on a connection of its own. */
export interface CopyStream {
  /** Writes whole lines; resolves when more can be written. */
  write(lines: string): Promise<void>;
  /** Resolves when all rows are committed. */
  end(): Promise<void>;
}

/** @param target a table with its columns: `sluice.traces (id, …)` */
export async function openCopy(databaseUrl: string, target: string): Promise<CopyStream> {
  const client = await connect(databaseUrl);
  const stream = client.query(copyFrom(`copy ${target} from stdin`));
  const done = finished(stream);
  done.catch(() => undefined); // the next write or the end throws the error
  return {
    async write(lines) {
      if (lines !== '' && !stream.write(lines)) await Promise.race([once(stream, 'drain'), done]);
    },
    async end() {
      stream.end();
      await done.finally(() => client.end());
    },
  };
}

/**
 * Connects as the owner of the tables; seeded rows contain their sums. Without synchronous commit, because rows lost in a power cut can be
 * seeded again.
 */
export async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    options: '-c role=sluice_owner -c synchronous_commit=off -c timezone=UTC',
  });
  await client.connect();
  return client;
}
