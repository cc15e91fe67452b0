import { type Fault, between } from './fault';

export const killBroker: Fault = async ({ broker }, random, hold) => {
  await broker.kill();
  try {
    await hold(between(random, 0, 5_000));
  } finally {
    await broker.restart();
  }
};

export const freezeBroker: Fault = async ({ broker }, random, hold) => {
  await broker.freeze();
  try {
    await hold(between(random, 1_000, 12_000));
  } finally {
    await broker.thaw();
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

export const killBackend: Fault = async ({ database }) => {
  await database.killBackend();
  await database.untilBack();
};
