import { type SluiceRecord, ofKind } from '@sluice/record';
import { type NewPack, PACK_BYTES } from '@sluice/store/write';
import type { Database } from './database';
import { type TraceRow, withInput } from './held-trace';
import { type Entry, type LogPartition, itemsOf } from './log';
import { modelOf } from './model';
import { withoutPoison } from './poison';
import type { Scheduler } from './scheduler';

interface Outcome {
  readonly log: readonly LogPartition[];
  readonly database: Database;
  readonly scheduler: Scheduler;
}

/**
 * Checks that stored data follow from the log: every offset was stored once, the ledger counts every item, and the rows equal those of a
 * plain model of the contract.
 */
export function checkOutcome(outcome: Outcome): void {
  for (const partition of outcome.log) {
    checkOffsets(outcome, partition);
    checkLedger(outcome, partition);
  }
  checkTraces(outcome);
  checkPoints(outcome);
}

function checkOffsets({ database, scheduler }: Outcome, { name, entries }: LogPartition): void {
  entries.forEach((entry, offset) => {
    const key = `${name}/${database.row(name).epoch}/${offset}`;
    const isExpected = entry !== 'hole' && !database.skipped.has(key);
    if (database.offsets.has(key) === isExpected) return;
    scheduler.violate(`${name}/${offset} was ${isExpected ? 'never ' : ''}stored`);
  });
}

/** Returns the entries that must be stored: all that no operator has skipped. */
function keptEntries(database: Database, { name, entries }: LogPartition): Entry[] {
  const { epoch } = database.row(name);
  return entries.filter((_, offset) => !database.skipped.has(`${name}/${epoch}/${offset}`));
}

function checkLedger({ database, scheduler }: Outcome, partition: LogPartition): void {
  const { stored, duplicate, dead } = database.row(partition.name);
  const items = keptEntries(database, partition).reduce((sum, entry) => sum + itemsOf(entry), 0);
  if (stored + duplicate + dead !== items) {
    scheduler.violate(`${partition.name} holds ${items} items, the ledger counts ${stored} + ${duplicate} + ${dead}`);
  }
}

function checkTraces(outcome: Outcome): void {
  const { database, scheduler } = outcome;
  const expected = modelOf(shownRecords(outcome));
  let rows = 0;
  for (const [id, trace] of expected) {
    rows += trace.observations.size;
    const stored = textOf(visible(database.traces.get(id), database));
    if (stored !== textOf(trace)) scheduler.violate(`a trace is stored as\n${stored}\nand not as\n${textOf(trace)}`);
  }
  if (database.traces.size !== expected.size) scheduler.violate('a trace is stored that the log does not hold');
  if (database.daily !== rows) scheduler.violate(`the daily row counts ${database.daily} of ${rows} observations`);
}

function keptRecords(database: Database, log: readonly LogPartition[]): SluiceRecord[] {
  return log.flatMap((partition) => keptEntries(database, partition)).filter((entry) => typeof entry === 'object');
}

/** Returns the records that must be stored, without those whose trace expired after they were stored. */
function shownRecords({ database, log }: Outcome): SluiceRecord[] {
  return log.flatMap(({ name, entries }) => {
    const at = `${name}/${database.row(name).epoch}`;
    const isShown = (offset: number): boolean =>
      !database.skipped.has(`${at}/${offset}`) && !database.expired.has(`${at}/${offset}`);
    return entries.filter((entry, offset) => typeof entry === 'object' && isShown(offset)) as SluiceRecord[];
  });
}

/** Returns the visible state of a row without `updatedAt`, which depends on the order of the records. */
function visible(stored: TraceRow | undefined, database: Database) {
  if (stored === undefined) return {};
  const { fields, tags, createdAt } = stored.state;
  const packs = database.packsOf(stored.id, stored.part);
  const observations = Array.from(stored.observations, ([id, state]) => {
    const shown = withInput(state, (input) => resolved(input, packs));
    return [id, { fields: shown.fields, createdAt: state.createdAt }] as const;
  });
  return { fields, tags: [...tags.keys()], createdAt, observations: new Map(observations) };
}

/** Returns the text of a reference, `=BYTES IDENTITY{AT,BYTES,…}`; another value is the text itself. */
function resolved(value: string, packs: readonly NewPack[]): string {
  if (!value.startsWith('=')) return value;
  const numbers = value
    .slice(value.indexOf('{') + 1, -1)
    .split(',')
    .map(Number);
  const parts: Buffer[] = [];
  for (let n = 0; n < numbers.length; n += 2) {
    const [at = 0, bytes = 0] = numbers.slice(n, n + 2);
    const pack = packs.find(({ no }) => no === Math.floor(at / PACK_BYTES));
    if (pack !== undefined) parts.push(pack.body.subarray(at % PACK_BYTES, (at % PACK_BYTES) + bytes));
  }
  return Buffer.concat(parts).toString();
}

/** Returns the same text for equal values, whatever the order of their keys. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    const entries = member instanceof Map ? [...(member as Map<string, unknown>)] : Object.entries(member);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function checkPoints({ log, database, scheduler }: Outcome): void {
  const expected = new Set<string>();
  for (const record of ofKind(keptRecords(database, log), 'metric')) {
    for (const { value } of withoutPoison(record).record.points) expected.add(`${record.recordId}/${value}`);
  }
  const [stored, wished] = [database.points.keys(), expected].map((points) => [...points].sort().join());
  if (stored !== wished) scheduler.violate(`the points ${stored} are stored and not ${wished}`);
}
