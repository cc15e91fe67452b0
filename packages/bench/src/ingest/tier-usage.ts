import { usageOfGroup, usageOfProcess } from '../product/process-usage';

/** Processor seconds of each process since its start; NaN for a process on another machine, or without /proc. */
export type TierUsage = Readonly<Record<'gateway' | 'writer' | 'Postgres' | 'broker' | 'bench', number>>;

export interface TierPids {
  readonly gateway: number;
  readonly writers: readonly number[];
  /** Process id of the postmaster. */
  readonly postgres: number;
  /** Process id of the broker; undefined where it runs in a container. */
  readonly broker: number | undefined;
}

/** Returns the processor time of each process. */
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
