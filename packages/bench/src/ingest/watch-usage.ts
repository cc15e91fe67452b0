import { usageOfGroup, usageOfProcess } from '../product/process-usage';
import type { ProcessUsage } from '../product/process-usage';

/** Usage of a watched process; NaN on a system without /proc. */
export interface Usage {
  /** Highest resident memory of all samples. */
  readonly peakBytes: number;
  /** Processor time during the watch. */
  readonly cpuSeconds: number;
  /** Minor page faults during the watch. */
  readonly minorFaults: number;
}

export interface UsageWatch {
  /** Stops the watch. @returns the usage since its start */
  end(): Promise<Readonly<Record<'product' | 'postgres', Usage>>>;
}

const EVERY_MS = 500;
const UNKNOWN: ProcessUsage = { bytes: NaN, cpuSeconds: NaN, minorFaults: NaN };

/** Watches the product, and Postgres with all its processes. @param pids of the product and of the postmaster */
export async function watchUsage(pids: { readonly product: number; readonly postgres: number }): Promise<UsageWatch> {
  const read = async () => ({
    product: await usageOfProcess(pids.product).catch(() => UNKNOWN),
    postgres: await usageOfGroup(pids.postgres).catch(() => UNKNOWN),
  });
  const first = await read();
  const peak = { product: first.product.bytes, postgres: first.postgres.bytes };
  const look = async () => {
    const now = await read();
    // NaN from a sample that failed, because processes end, does not change the peak.
    if (now.product.bytes > peak.product) peak.product = now.product.bytes;
    if (now.postgres.bytes > peak.postgres) peak.postgres = now.postgres.bytes;
    return now;
  };
  const timer = setInterval(() => void look(), EVERY_MS).unref();
  return {
    end: async () => {
      clearInterval(timer);
      const last = await look();
      const usage = (name: keyof typeof peak): Usage => ({
        peakBytes: peak[name],
        cpuSeconds: last[name].cpuSeconds - first[name].cpuSeconds,
        minorFaults: last[name].minorFaults - first[name].minorFaults,
      });
      return { product: usage('product'), postgres: usage('postgres') };
    },
  };
}
