import type { Micros, SluiceRecord } from '@sluice/record';
import type { PoolClient } from 'pg';
import { dayOf } from './state/usage';

const HOUR = 3_600_000_000;
const HOURS_A_DAY = 24;

/** Days made beyond the one that is needed, so that midnight never waits for DDL. */
const DAYS_AHEAD = 2;

/** Keeps the day partitions that a batch needs in being. Remembers what it made or found. */
export class Partitions {
  readonly #traceDays = new Set<number>();
  readonly #metricDays = new Set<string>();
  /** Days before it share one partition, which is always there. */
  #firstMetricDay: string | undefined;
  readonly #now: () => Micros;

  constructor(now: () => Micros) {
    this.#now = now;
  }

  /**
   * Gives the part of a trace first received at a time. A gateway whose clock runs ahead gets the present hour.
   * @param pinFrom the first part that retention has not closed; what is older (a log that is read again) goes there
   */
  partsFrom(pinFrom: number): (receivedAt: Micros) => number {
    return (receivedAt) => Math.max(pinFrom, Math.floor(Math.min(receivedAt, this.#now()) / HOUR));
  }

  /** Makes what is missing. Outside the transaction of the rows: DDL would hold its locks until the commit. */
  async ensure(client: PoolClient, records: readonly SluiceRecord[], pinFrom: number): Promise<void> {
    const partOf = this.partsFrom(pinFrom);
    for (const record of records) {
      if (record.kind === 'trace') await this.#ensureTraceDay(client, partOf(record.receivedAt));
      else for (const point of record.points) await this.#ensureMetricDay(client, point.timestamp);
    }
  }

  async #ensureTraceDay(client: PoolClient, part: number): Promise<void> {
    const day = Math.floor(part / HOURS_A_DAY);
    if (this.#traceDays.has(day)) return;
    await client.query('select sluice.ensure_trace_partitions($1, $2)', [part, part + DAYS_AHEAD * HOURS_A_DAY]);
    this.#traceDays.add(day);
  }

  async #ensureMetricDay(client: PoolClient, timestamp: Micros): Promise<void> {
    const day = dayOf(timestamp);
    if (this.#metricDays.has(day)) return;
    this.#firstMetricDay ??= await firstMetricDay(client);
    if (day < this.#firstMetricDay) return;
    await client.query('select sluice.ensure_metric_partitions($1::date, $1::date)', [day]);
    this.#metricDays.add(day);
  }
}

async function firstMetricDay(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ day: string }>('select first_day::text as day from sluice.metric_points_start');
  return rows[0]?.day ?? '';
}
