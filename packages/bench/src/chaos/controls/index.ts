import { join } from 'node:path';
import type { ServiceName } from '../../cluster/cluster';
import type { FaultKind } from '../faults';

/** A product that is wrong in one way, and the faults under which that shows. */
export interface Control {
  readonly mains: Partial<Readonly<Record<ServiceName, string>>>;
  readonly kinds: readonly FaultKind[];
}

const main = (name: string): string => join(__dirname, `${name}.js`);

/** A run with one of them has to fail: a check that has never failed proves nothing. */
export const CONTROLS = {
  fence: { mains: { writer: main('unfenced-writer') }, kinds: ['cut-commit'] },
  'early-ack': { mains: { gateway: main('early-ack-gateway') }, kinds: ['kill-gateway', 'freeze-broker'] },
  idempotent: { mains: { gateway: main('idempotent-gateway') }, kinds: ['cut-produce'] },
} as const satisfies Readonly<Record<string, Control>>;

export type ControlName = keyof typeof CONTROLS;

export function isControl(name: string): name is ControlName {
  return name in CONTROLS;
}
