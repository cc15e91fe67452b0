import { setTimeout as sleep } from 'node:timers/promises';
import { usageOfGroup, usageOfProcess } from '../product/process-usage';
import type { Testbed } from './testbed';

/** Usage of a process without requests. */
export interface Idle {
  /** Share of a core. */
  readonly cpu: number;
  readonly bytes: number;
}

/** Measures product and Postgres for a time without requests. */
export async function measureIdle(
  { product, postgres }: Pick<Testbed, 'product' | 'postgres'>,
  seconds: number,
  signal: AbortSignal,
): Promise<Readonly<Record<'product' | 'postgres', Idle>>> {
  const read = async () => ({ product: await usageOfProcess(product.pid), postgres: await usageOfGroup(postgres) });
  const before = await read();
  await sleep(seconds * 1000, undefined, { signal });
  const after = await read();
  const idle = (name: keyof typeof before): Idle => ({
    cpu: (after[name].cpuSeconds - before[name].cpuSeconds) / seconds,
    bytes: after[name].bytes,
  });
  return { product: idle('product'), postgres: idle('postgres') };
}
