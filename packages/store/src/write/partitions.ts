import { HOUR_MICROS, type MetricRecord, type Micros, type TraceRecord } from '@sluice/record';
import type { PoolClient } from 'pg';
import { dayOf } from './state/usage';

const HOURS_A_DAY = 24;

/** Days made beyond the one that is needed, so that midnight never waits for DDL. */
const DAYS_AHEAD = 2;

/** Keeps the partitions of the parts that traces need in being. Remembers what it made or found. */
export class TracePartitions {
  readonly #days = new Set<number>();
  readonly #now: () => Micros;

  constructor(now: () => Micros) {
    this.#now = now;
  }

  /**
   * The part of a trace first received at a time: that hour since the epoch. A gateway whose clock runs ahead gets the present hour.
   * @param firstOpen the first part that retention has not closed; what is older (a log that is read again) goes there
   */
  readonly partOf = (receivedAt: Micros, firstOpen: number): number =>
    Math.max(firstOpen, Math.floor(Math.min(receivedAt, this.#now()) / HOUR_MICROS));

  /** Makes the partitions that new traces of these records need. @param firstOpenOf as for `partOf`, of the project of a record */
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

/** Keeps the partitions of the days of metric points in being. Remembers what it made or found. */
export class MetricPartitions {
  readonly #days = new Set<string>();
  /** Days before it share one partition, which is always there. */
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
