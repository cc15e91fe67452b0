import type { Readable } from 'node:stream';
import { DAY_MICROS, HOUR_MICROS, type Micros } from '@sluice/record';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { columnNames } from '../columns';
import { appliedSchema } from '../migrate/applied-schema';
import { TEXT_IS_MISSING, type ValueOwner, textOf } from '../packs/packed-text';
import { observations, traceIo } from '../schema/traces';
import { withClient } from '../session/with-client';
import { PACKED_COLUMNS } from '../packs/pack-format';
import { selectTornDays } from './torn-days';
import { dayOf } from '../write/state/usage';

/** Range and schema of an exported day. */
export interface ExportedDay {
  /**
   * Receipt time of the first exported traces, in microseconds since the epoch: later than the start of the day if the floor is within the
   * day.
   */
  readonly from: Micros;
  /** End of the range, exclusive. */
  readonly to: Micros;
  /** Version of the schema of the database, which defines the columns. */
  readonly schemaVersion: number;
}

/** All of the day has been dropped. */
export class DayDroppedError extends Error {
  override readonly name = 'DayDroppedError';
}

/** Tables of the day are detached or missing, or text of its traces is; the message has the reason. */
export class IncompleteDayError extends Error {
  override readonly name = 'IncompleteDayError';
}

/**
 * Reads all that was first received on a UTC day, table by table, from one snapshot and with memory for single rows. While it runs, no
 * deleted rows of the database can be vacuumed, and partitions to be dropped wait.
 * @param pool see `readPoolConfig`
 * @param day its start, in microseconds since the epoch
 * @param write stores the rows of a table: a line of JSON each, its members the columns; resolves with the number of stored rows
 * @throws DayDroppedError, IncompleteDayError
 */
export function exportDay(
  pool: Pool,
  day: Micros,
  write: (table: string, lines: Readable) => Promise<number>,
): Promise<ExportedDay> {
  return withClient(pool.connect(), async (client) => {
    await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0');
    const { rows } = await client.query<{ part: number; hidden: number }>(
      'select f.part, (select max(p.part) from sluice.projects p) as hidden from sluice.retention_floor f',
    );
    const from = Math.max(day, (rows[0]?.part ?? 0) * HOUR_MICROS);
    const to = day + DAY_MICROS;
    if (from >= to) throw new DayDroppedError(`what was first received on ${dayOf(day)} has been dropped`);
    const torn = (await selectTornDays(client)).find(({ day: tornDay }) => tornDay === dayOf(day));
    if (torn !== undefined) throw new IncompleteDayError(`${torn.found}: ${torn.change}`);
    const { version: schemaVersion } = await appliedSchema(client);
    const hidesSome = (rows[0]?.hidden ?? 0) * HOUR_MICROS > from;
    for (const [table, select] of Object.entries(selects(from, to, hidesSome))) {
      const lines = copyLines(client, select);
      const kept = await write(table, lines).catch(refuseMissingText);
      if (kept !== lines.rowCount) throw new Error(`${table}: ${lines.rowCount} rows were sent, and ${kept} kept`);
    }
    await client.query('commit');
    return { from, to, schemaVersion };
  });
}

/** Replaces the error of a text whose packs are missing. */
function refuseMissingText(error: unknown): never {
  if (error instanceof DatabaseError && error.code === TEXT_IS_MISSING)
    throw new IncompleteDayError(`${error.message}: ${error.hint ?? ''}`);
  throw error;
}

/**
 * SQL: the selects of all tables. COPY accepts no parameters: only numbers, and a day made of one, are inserted as text.
 * @param hidesSome a project has a floor of its own above the start
 */
function selects(from: Micros, to: Micros, hidesSome: boolean): Readonly<Record<string, string>> {
  const within = (row: string) => `${row}.part >= ${from / HOUR_MICROS} and ${row}.part < ${to / HOUR_MICROS}`;
  const shown = (key: string): string =>
    hidesSome
      ? `where ${within('r')} and exists (select from sluice.traces t join sluice.projects p on p.id = t.project
           where t.id = r.${key} and t.part = r.part and t.part >= p.part)`
      : `where ${within('r')}`;
  const owner = { part: 'r.part', trace: 'r.trace_id', within: within('text_pack') };
  return {
    projects: 'select id, name from sluice.projects order by id',
    traces: `select r.* from sluice.traces r ${shown('id')}`,
    trace_io: `select ${columnsOf(traceIo, owner)} from sluice.trace_io r ${shown('trace_id')}`,
    observations: `select ${columnsOf(observations, owner)} from sluice.observations r ${shown('trace_id')}`,
    trace_usage: `select r.* from sluice.trace_usage r ${shown('trace_id')}`,
    metric_points: `select s.project, s.name, s.labels, p.ts, p.value, p.seq, p.received_on, p.received
      from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id
      where p.received_on = date '${dayOf(to - DAY_MICROS)}'`,
    scores: `select r.* from sluice.scores r where r.received_on = date '${dayOf(to - DAY_MICROS)}'`,
  };
}

/** SQL: the columns of the rows `r`, with texts in place of references. */
function columnsOf(table: typeof traceIo | typeof observations, owner: ValueOwner): string {
  const isPacked = (column: string): boolean => PACKED_COLUMNS.some((packed) => packed === column);
  return columnNames(table)
    .map((column) => (isPacked(column) ? `${textOf(`r.${column}`, owner)} as ${column}` : `r.${column}`))
    .join(', ');
}

/**
 * Reads rows as lines. JSON of Postgres contains neither line ends nor other control characters outside of escapes. So in CSV, with two of
 * those for quotes and delimiters, each row is its JSON unchanged; COPY's own format would double every backslash.
 */
function copyLines(client: PoolClient, select: string) {
  return client.query(
    copyTo(
      `copy (select row_to_json(r)::text from (${select}) r) to stdout
       with (format csv, quote e'\\x01', delimiter e'\\x02', encoding 'UTF8')`,
    ),
  );
}
