import { statfs } from 'node:fs/promises';
import { BusUnavailableError, type Publisher } from '@sluice/bus';
import type { Closers, Logger, Metrics } from '@sluice/runtime';

export interface DiskGuardOptions {
  /** Folder on the disk that is watched; undefined if the database is elsewhere. */
  readonly folder: string | undefined;
  /** Free bytes below which nothing is published; 0: no reserve. */
  readonly minFreeBytes: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly closers: Closers;
  /** Interval of the checks in milliseconds. */
  readonly everyMs?: number;
}

const EVERY_MS = 500;

/** Factor of the reserve at which publishing continues, so that it does not stop again at once. */
const AGAIN = 1.25;

/** Returns the size of the disk with a folder, in bytes. */
export async function diskSize(folder: string): Promise<number> {
  const { blocks, bsize } = await statfs(folder);
  return blocks * bsize;
}

/**
 * Stops publishing while the disk of the database is nearly full. A Postgres without space for its write-ahead log ends, and does not start
 * before there is some. With a reserve it continues to answer reads, and writes are answered 503 until there is space, without a restart.
 */
export async function guardDisk(publisher: Publisher, options: DiskGuardOptions): Promise<Publisher> {
  const { folder, minFreeBytes, logger, metrics, closers, everyMs = EVERY_MS } = options;
  let free = Infinity;
  const gauge = metrics.gauge({
    name: 'sluice_database_disk_free_bytes',
    help: 'Room on the disk of the embedded database; below MIN_FREE_BYTES writes are answered 503',
    labels: ['folder'],
  });
  if (folder === undefined) return publisher;
  let isLow = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const look = async (): Promise<void> => {
    try {
      const { bavail, bsize } = await statfs(folder);
      free = bavail * bsize;
      gauge.set({ folder }, free);
    } catch (err) {
      logger.debug('the room on the disk of the database cannot be read', { folder, err });
    }
    if (!isLow && free < minFreeBytes) {
      isLow = true;
      const message = 'the disk of the database is nearly full: writes are answered 503 until there is room';
      logger.error(message, { folder, freeBytes: free, minFreeBytes });
    } else if (isLow && free >= minFreeBytes * AGAIN) {
      isLow = false;
      logger.info('the disk of the database has room again: writes are taken', { folder, freeBytes: free });
    }
    if (!isClosed) timer = setTimeout(() => void look(), everyMs).unref();
  };

  await look();
  closers.add('disk guard', () => {
    isClosed = true;
    clearTimeout(timer);
  });
  const refuseWhenLow = (): void => {
    if (isLow) throw new BusUnavailableError('the disk of the database is nearly full');
  };
  return {
    maxRecordBytes: publisher.maxRecordBytes,
    admit: (topic, project) => {
      refuseWhenLow();
      const check = publisher.admit(topic, project);
      return () => {
        refuseWhenLow();
        check();
      };
    },
    publish: async (topic, records) => {
      refuseWhenLow();
      return publisher.publish(topic, records);
    },
    check: () => publisher.check(),
    close: () => publisher.close(),
  };
}
