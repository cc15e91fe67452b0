import type { Closers } from '@sluice/runtime';
import { usageOfGroup, usageOfProcess } from '../product/process-usage';
import type { ProcessUsage } from '../product/process-usage';

/** What a watched process took; NaN on a system without /proc. */
export interface Usage {
  /** The highest resident memory that was seen. */
  readonly peakBytes: number;
  /** Processor time of the time watched. */
  readonly cpuSeconds: number;
  /** Of the time watched. */
  readonly minorFaults: number;
}

const EVERY_MS = 500;
const UNKNOWN: ProcessUsage = { bytes: NaN, cpuSeconds: NaN, minorFaults: NaN };

/**
 * Watches the product, and Postgres with all its processes, until the returned function is called.
 * @param pids of the product and of the postmaster
 */
export async function watchUsage(
  pids: { readonly product: number; readonly postgres: number },
  closers: Closers,
): Promise<() => Promise<Readonly<Record<'product' | 'postgres', Usage>>>> {
  const read = async () => ({
    product: await usageOfProcess(pids.product).catch(() => UNKNOWN),
    postgres: await usageOfGroup(pids.postgres).catch(() => UNKNOWN),
  });
  const first = await read();
  const peak = { product: first.product.bytes, postgres: first.postgres.bytes };
  const look = async () => {
    const now = await read();
    peak.product = Math.max(peak.product, now.product.bytes);
    peak.postgres = Math.max(peak.postgres, now.postgres.bytes);
    return now;
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  closers.add('usage watch', () => clearInterval(timer));
  return async () => {
    clearInterval(timer);
    const last = await look();
    const usage = (name: keyof typeof peak): Usage => ({
      peakBytes: peak[name],
      cpuSeconds: last[name].cpuSeconds - first[name].cpuSeconds,
      minorFaults: last[name].minorFaults - first[name].minorFaults,
    });
    return { product: usage('product'), postgres: usage('postgres') };
  };
}
