import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SluiceRecord, encodeRecord, recordKey } from '@sluice/record';
import { traceRecord } from '@sluice/testbed/samples';
import { produceRaw } from '@sluice/testbed/servers';
import type { Random } from '../random-source';
import { POISON_HEADER } from './check/ledger';

const EVERY_MS = { least: 500, most: 4_000 } as const;
/** Postgres rejects text with U+0000; the gateways replace it, so that only another producer can publish it. */
const NUL = '\u0000';

/**
 * Publishes messages that cannot be stored directly to the log: bytes that are no record, and records whose one item Postgres refuses.
 * Messages that the brokers refused do not count.
 */
export async function poison(options: {
  /** Addresses without proxies. */
  readonly brokers: readonly string[];
  /** Names of the topics on the brokers. */
  readonly topics: readonly string[];
  readonly random: Random;
  readonly isOver: () => boolean;
}): Promise<void> {
  const { brokers, topics, random, isOver } = options;
  while (!isOver()) {
    const topic = topics[random.below(topics.length)] ?? '';
    const message = { ...messageFor(topic, random), headers: { [POISON_HEADER]: 'yes' } };
    await produceRaw(brokers, topic, [message]).catch(() => undefined);
    await sleep(EVERY_MS.least + random.below(EVERY_MS.most - EVERY_MS.least));
  }
}

function messageFor(topic: string, random: Random): { readonly key: string; readonly value: Buffer | null } {
  const choice = random.below(4);
  if (choice === 0) return { key: randomUUID(), value: randomBytes(1 + random.below(200)) };
  if (choice === 1) return { key: randomUUID(), value: null };
  const record = topic.endsWith('traces.v1') ? refusedTrace() : refusedPoints();
  return { key: recordKey(record), value: Buffer.from(encodeRecord(record)) };
}

/** A record of one observation. */
function refusedTrace(): SluiceRecord {
  const record = traceRecord(1);
  const receivedAt = Date.now() * 1000;
  const observations = record.observations.map((each) => ({ ...each, name: NUL, startTime: receivedAt }));
  return {
    ...record,
    recordId: randomUUID(),
    traceId: randomUUID(),
    receivedAt,
    updates: [],
    tags: [],
    observations,
  };
}

function refusedPoints(): SluiceRecord {
  const receivedAt = Date.now() * 1000;
  const point = { name: 'poison', labels: new Map([['client', NUL]]), value: 1, timestamp: receivedAt };
  return { kind: 'metric', recordId: randomUUID(), receivedAt, points: [point] };
}
