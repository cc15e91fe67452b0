import type { TestBroker } from '@sluice/testbed/servers';
import type { Random } from '../../random-source';
import { type Fault, between } from './fault';

/** A single broker leaves no choice: no random number is drawn, so that a seed keeps its meaning. */
function nodeOf({ brokers }: TestBroker, random: Random): number {
  return brokers.length === 1 ? 0 : random.below(brokers.length);
}

export const killBroker: Fault = async ({ broker }, random, hold) => {
  const node = nodeOf(broker, random);
  await broker.kill(node);
  try {
    await hold(between(random, 0, 5_000));
  } finally {
    await broker.restart(node);
  }
};

export const freezeBroker: Fault = async ({ broker }, random, hold) => {
  const node = nodeOf(broker, random);
  await broker.freeze(node);
  try {
    await hold(between(random, 1_000, 12_000));
  } finally {
    await broker.thaw(node);
  }
};

export const killPostgres: Fault = async ({ database }, random, hold) => {
  await database.crash();
  try {
    await hold(between(random, 0, 4_000));
  } finally {
    await database.restart();
  }
};

/** Loses the database while the log keeps everything: records stored after the backup must be stored again, once. */
export const restoreBackup: Fault = async ({ database }, random, hold) => {
  await database.backUp();
  await hold(between(random, 2_000, 8_000));
  await database.restoreBackup();
};

/**
 * Loses the database and promotes a standby that lacks its last transactions. The standby may lack nothing where nothing was stored
 * meanwhile, for example while a broker is frozen.
 */
export const failOver: Fault = async ({ database, note }, random, hold) => {
  await database.follow();
  await database.untilStandbyHasAll();
  await hold(between(random, 1_000, 4_000));
  database.cutOffStandby();
  await hold(between(random, 2_000, 6_000));
  note(`the standby lacked ${await database.failOver()} records that the database had stored`);
};

export const killBackend: Fault = async ({ database }) => {
  await database.killBackend();
  await database.untilBack();
};
