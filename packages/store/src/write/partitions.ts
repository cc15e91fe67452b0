import { HOUR_MICROS, type MetricRecord, type Micros, type TraceRecord } from '@sluice/record';
import type { PoolClient } from 'pg';
import { dayOf } from './state/usage';

const HOURS_A_DAY = 24;

/** Days of partitions made in advance, so that no batch waits for DDL at midnight. */
const DAYS_AHEAD = 2;

/** Makes the partitions that traces need. Caches the days of partitions that it has made or read. */
export class TracePartitions {
  readonly #days = new Set<number>();
  readonly #now: () => Micros;

  constructor(now: () => Micros) {
    this.#now = now;
  }

  /**
   * Returns the receipt hour of a trace first received at a time: whole hours since the epoch. A time ahead of our clock gets the present
   * hour.
   * @param firstOpen first receipt hour that retention has not closed; older records (a log that is read again) get this hour
   */
  readonly partOf = (receivedAt: Micros, firstOpen: number): number =>
    Math.max(firstOpen, Math.floor(Math.min(receivedAt, this.#now()) / HOUR_MICROS));

  /** Makes the partitions that new traces of these records need. @param firstOpenOf as for `partOf`, for the project of a record */
  async ensure(
    client: PoolClient,
    records: readonly TraceRecord[],
    firstOpenOf: (record: TraceRecord) => number,
  ): Promise<void> {
    for (const record of records) {
      const part = this.partOf(record.receivedAt, firstOpenOf(record));
      const day = Math.floor(part / HOURS_A_DAY);
      if (this.#days.has(day)) continue;
      await client.query('select sluice.ensure_trace_partitions($1, $2)', [part, part + DAYS_AHEAD * HOURS_A_DAY]);
      this.#days.add(day);
    }
  }
}

/** Makes the day partitions of metric points. Caches the days of partitions that it has made or read. */
export class MetricPartitions {
  readonly #days = new Set<string>();
  /** First day with a partition of its own; earlier days share one partition, which always exists. */
  #firstDay: string | undefined;

  async ensure(client: PoolClient, records: readonly MetricRecord[]): Promise<void> {
    for (const { timestamp } of records.flatMap(({ points }) => points)) {
      const day = dayOf(timestamp);
      if (this.#days.has(day)) continue;
      this.#firstDay ??= await firstMetricDay(client);
      if (day < this.#firstDay) continue;
      await client.query('select sluice.ensure_metric_partitions($1::date, $1::date)', [day]);
      this.#days.add(day);
    }
  }
}

async function firstMetricDay(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ day: string }>('select first_day::text as day from sluice.metric_points_start');
  return rows[0]?.day ?? '';
}
