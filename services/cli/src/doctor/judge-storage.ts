import type { FoundStorage } from '@sluice/store/operate';
import { type Finding, findingsAbout } from './finding';

/** Space on the disk of an embedded database, in bytes. */
export interface DiskRoom {
  readonly free: number;
  readonly size: number;
  /** Free space below which writes are answered 503 (`MIN_FREE_BYTES`). */
  readonly least: number;
}

/** Used parts of a disk: the rest is for the write-ahead log, temporary files and the time that an operator needs. */
const FULL = 0.9;
const NEARLY_FULL = 0.75;

const GIB = 2 ** 30;
const MIB = 2 ** 20;
const sizeOf = (bytes: number): string =>
  bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GiB` : `${Math.round(bytes / MIB)} MiB`;

const MAKE_ROOM = 'enlarge it, lower RETENTION_DAYS, or drop days: sluice partitions drop';

/** Compares the database with the size of its disk (`DATABASE_DISK_BYTES`); undefined: the size is unknown. */
export function judgeDisk({ bytes }: FoundStorage, diskBytes: number | undefined): Finding[] {
  const about = findingsAbout('disk');
  if (bytes === null) return [about.warn('the user may not ask how large the database is', 'grant connect on it')];
  if (diskBytes === undefined)
    return [about.ok(`the database has ${sizeOf(bytes)}; set DATABASE_DISK_BYTES to have it compared with its disk`)];
  const found = `the database has ${sizeOf(bytes)} of the ${sizeOf(diskBytes)} of DATABASE_DISK_BYTES`;
  if (bytes > FULL * diskBytes) return [about.wrong(found, MAKE_ROOM)];
  return [bytes > NEARLY_FULL * diskBytes ? about.warn(found, MAKE_ROOM) : about.ok(found)];
}

/** Judges the disk of the embedded database, which is measured directly. */
export function judgeRoom({ free, size, least }: DiskRoom): Finding {
  const about = findingsAbout('disk');
  const found = `${sizeOf(free)} of ${sizeOf(size)} are free`;
  if (free < least)
    return about.wrong(`${found}, less than MIN_FREE_BYTES, ${sizeOf(least)}: writes are 503`, MAKE_ROOM);
  return free < 2 * least || free < (1 - FULL) * size ? about.warn(found, MAKE_ROOM) : about.ok(found);
}

/** Days of delay: retention drops whole days and hours. */
const LATE_DAYS = 2;

/** Compares the oldest trace with RETENTION_DAYS; undefined: nothing expires. */
export function judgeRetention({ oldestDays }: FoundStorage, retentionDays: number | undefined): Finding {
  const about = findingsAbout('retention');
  const oldest =
    oldestDays === null ? 'no trace is stored' : `the oldest trace came ${Math.floor(oldestDays)} days ago`;
  if (retentionDays === undefined) return about.ok(`${oldest}; without RETENTION_DAYS nothing is dropped`);
  const found = `${oldest}, RETENTION_DAYS is ${retentionDays}`;
  if (oldestDays === null || oldestDays <= retentionDays + LATE_DAYS) return about.ok(found);
  return about.wrong(
    `${found}: what has expired is not dropped`,
    'let a writer with RETENTION_DAYS run, whose login may act as sluice_owner; its log has the reason',
  );
}
