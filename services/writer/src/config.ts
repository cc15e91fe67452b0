import { LARGEST_PRICE_FILE, readPriceFile } from '@sluice/pricing';
import { type Settings, bytes, file, grouped, integer } from '@sluice/runtime';

/** Settings of the writer. */
export const writerFields = grouped('Storing', {
  /** The operator's own prices, which win over the known ones (contract: Usage and cost). */
  pricesFile: file('PRICES_FILE', {
    maxBytes: LARGEST_PRICE_FILE,
    read: readPriceFile,
    about: 'a file of prices of your own, followed while the process runs',
  }),
  /** Postgres does not report the size of its disk. */
  databaseDiskBytes: bytes('DATABASE_DISK_BYTES', {
    about: 'the size of the disk that the database has, for a forecast; known for the embedded one',
  }),
  /** Counted from the time of receipt; a century is within the range of dates. */
  retentionDays: integer('RETENTION_DAYS', {
    min: 1,
    max: 36_500,
    about: 'what was received longer ago is dropped; from 1 to 36500',
  }),
});

export type WriterSettings = Settings<typeof writerFields>;
