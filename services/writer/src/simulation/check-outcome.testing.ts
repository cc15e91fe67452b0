import { type TraceRecord, itemCount } from '@sluice/record';
import { foldRecords } from '@sluice/store/write';
import type { Database } from './database.testing';
import { isTrace, saysSame, textOf, withoutPoison } from './fold.testing';
import { type Entry, type LogPartition, itemsOf } from './log.testing';
import type { Random } from './random.testing';
import type { Scheduler } from './scheduler.testing';

interface Outcome {
  readonly log: readonly LogPartition[];
  readonly database: Database;
  readonly random: Random;
  readonly scheduler: Scheduler;
}

/**
 * What is stored is what the log says: every offset has had its effect once, the ledger counts every item, and the rows
 * are the pure fold of the records in any order.
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
    const key = `${name}/${database.place(name).epoch}/${offset}`;
    const isExpected = entry !== 'hole' && !database.skipped.has(key);
    if (database.offsets.has(key) === isExpected) return;
    scheduler.violate(`${name}/${offset} was ${isExpected ? 'never ' : ''}stored`);
  });
}

/** What was to be stored: all that no operator has given up. */
function keptEntries(database: Database, { name, entries }: LogPartition): Entry[] {
  const { epoch } = database.place(name);
  return entries.filter((_, offset) => !database.skipped.has(`${name}/${epoch}/${offset}`));
}

function checkLedger({ database, scheduler }: Outcome, partition: LogPartition): void {
  const { stored, duplicate, dead } = database.place(partition.name);
  const items = keptEntries(database, partition).reduce((sum, entry) => sum + itemsOf(entry), 0);
  if (stored + duplicate + dead !== items) {
    scheduler.violate(`${partition.name} holds ${items} items, the ledger counts ${stored} + ${duplicate} + ${dead}`);
  }
}

function checkTraces({ log, database, random, scheduler }: Outcome): void {
  const records = log
    .flatMap((partition) => keptEntries(database, partition))
    .filter((entry): entry is TraceRecord => typeof entry === 'object' && isTrace(entry))
    .map((record) => withoutPoison(record).record);
  const folded = foldRecords(random.shuffled(records));
  let rows = 0;
  for (const expected of folded) {
    const stored = database.traces.get(expected.id);
    rows += expected.observations.size;
    if (!saysSame(stored, expected)) {
      scheduler.violate(`a trace is stored as\n${textOf(stored)}\nand not as\n${textOf(expected)}`);
    }
  }
  if (database.traces.size !== folded.length) scheduler.violate('a trace is stored that the log does not hold');
  if (database.daily !== rows) scheduler.violate(`the daily row counts ${database.daily} of ${rows} observations`);
}

function checkPoints({ log, database, scheduler }: Outcome): void {
  const points = new Set<string>();
  for (const entry of log.flatMap((partition) => keptEntries(database, partition))) {
    if (typeof entry !== 'object' || isTrace(entry)) continue;
    const { record } = withoutPoison(entry);
    if (itemCount(entry) > 0) for (const { value } of record.points) points.add(`${record.recordId}/${value}`);
  }
  if (database.points.size !== points.size)
    scheduler.violate(`${database.points.size} of ${points.size} points are stored`);
}
