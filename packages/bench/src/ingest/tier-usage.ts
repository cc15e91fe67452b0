import { usageOfGroup, usageOfProcess } from '../product/process-usage';

/** Processor seconds of each part since its start; of one that is not on this machine, or without /proc, NaN. */
export type TierUsage = Readonly<Record<'gateway' | 'writer' | 'Postgres' | 'broker' | 'bench', number>>;

export interface TierPids {
  readonly gateway: number;
  readonly writers: readonly number[];
  /** The postmaster. */
  readonly postgres: number;
  /** undefined in a container. */
  readonly broker: number | undefined;
}

/** What the parts of a tier have taken of the processors. */
export async function tierUsage({ gateway, writers, postgres, broker }: TierPids): Promise<TierUsage> {
  const seconds = async (pid: number | undefined): Promise<number> =>
    pid === undefined
      ? NaN
      : usageOfProcess(pid).then(
          ({ cpuSeconds }) => cpuSeconds,
          () => NaN,
        );
  const [ofGateway, ofBroker, ofPostgres, ...ofWriters] = await Promise.all([
    seconds(gateway),
    seconds(broker),
    usageOfGroup(postgres).then(
      ({ cpuSeconds }) => cpuSeconds,
      () => NaN,
    ),
    ...writers.map(seconds),
  ]);
  const { user, system } = process.cpuUsage();
  return {
    gateway: ofGateway,
    writer: ofWriters.reduce((sum, each) => sum + each, 0),
    Postgres: ofPostgres,
    broker: ofBroker,
    bench: (user + system) / 1e6,
  };
}
