import { LARGEST_PRICE_FILE, readPriceFile } from '@sluice/pricing';
import { type Settings, bytes, file, grouped, integer } from '@sluice/runtime';

/** The settings of the writer. */
export const writerFields = grouped('Storing', {
  /** Prices of the operator's own, which go before those that are known (contract: Usage and cost). */
  pricesFile: file('PRICES_FILE', {
    maxBytes: LARGEST_PRICE_FILE,
    read: readPriceFile,
    about: 'a file of prices of your own, followed while the process runs',
  }),
  /** Postgres does not tell how large its disk is. */
  databaseDiskBytes: bytes('DATABASE_DISK_BYTES', {
    about: 'the size of the disk that the database has, for a forecast; known for the embedded one',
  }),
  /** Counted from the time of receipt; a century is within what dates can hold. */
  retentionDays: integer('RETENTION_DAYS', {
    min: 1,
    max: 36_500,
    about: 'what was received longer ago is dropped; from 1 to 36500',
  }),
});

export type WriterSettings = Settings<typeof writerFields>;
