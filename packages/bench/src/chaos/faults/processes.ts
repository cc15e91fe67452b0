import type { ServiceName } from '../../cluster/cluster';
import { type Fault, between } from './fault';

/** Kills one process of a service; an orchestrator starts another one after up to 3 s. */
export function killOne(service: ServiceName): Fault {
  return async ({ fleet }, random, hold) => {
    const members = fleet.running(service);
    const member = members[random.below(members.length)];
    if (member === undefined) return;
    await member.kill();
    try {
      await hold(between(random, 0, 3_000));
    } finally {
      await member.start();
    }
  };
}

/** Stops one process of a service (SIGSTOP) for a time between two limits, then continues it. */
export function freezeOne(
  service: ServiceName,
  { least, most }: { readonly least: number; readonly most: number },
): Fault {
  return async ({ fleet }, random, hold) => {
    const members = fleet.running(service);
    const process = members[random.below(members.length)]?.process;
    if (process === undefined) return;
    process.freeze();
    try {
      await hold(between(random, least, most));
    } finally {
      process.thaw();
    }
  };
}

/** Replaces the processes one after the other, as a deployment does. */
export const rollingRestart: Fault = async ({ fleet }) => {
  for (const service of ['gateway', 'writer'] as const) {
    for (const member of fleet.running(service)) {
      await member.stop();
      await member.start();
    }
  }
};

/** Adds and removes one writer repeatedly, so that the group never settles. */
export const rebalanceStorm: Fault = async ({ fleet }, random, hold) => {
  const rounds = between(random, 2, 4);
  for (let round = 0; round < rounds; round += 1) {
    const members = fleet.running('writer');
    const member = members[random.below(members.length)];
    if (member === undefined) return;
    await (random.below(2) === 0 ? member.stop() : member.kill());
    try {
      await hold(between(random, 0, 1_000));
    } finally {
      await member.start();
    }
  }
};

/** Stops all writers but one, and starts them again later. */
export const scaleWriters: Fault = async ({ fleet }, random, hold) => {
  const [, ...others] = fleet.running('writer');
  await Promise.all(others.map((member) => member.stop()));
  try {
    await hold(between(random, 1_000, 4_000));
  } finally {
    await Promise.all(others.map((member) => member.start()));
  }
};
