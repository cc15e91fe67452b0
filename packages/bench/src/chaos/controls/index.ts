import { join } from 'node:path';
import type { ServiceName } from '../../cluster/cluster';
import type { FaultKind } from '../faults';

/** A product that is wrong in one way, and the faults under which that shows. */
export interface Control {
  readonly mains: Partial<Readonly<Record<ServiceName, string>>>;
  /** SQL that makes the database wrong, before anything is sent. */
  readonly spoil?: string;
  readonly kinds: readonly FaultKind[];
  /** Matches one of the violations that it causes. */
  readonly found: RegExp;
}

const main = (name: string): string => join(__dirname, `${name}.js`);

/** A position that was moved to where it stood, or a ledger that counts what the log does not hold. */
const MOVED = / was moved from (\d+) to \1$| holds \d+ items, the ledger has /;
/** What was acknowledged is not stored, or not as it should be after it. */
const LOST = / acknowledged items \d+ are stored; missing is | is stored as .*, expected: /;

/** One change of a trace in ten leaves no mark. */
const FORGET_DIRTY = `
  create function chaos.forget() returns trigger language plpgsql as $$
  begin
    return case when random() < 0.9 then new end;
  end $$;
  create trigger forget before insert on sluice.trace_changes for each row execute function chaos.forget();`;
/** What reads go by is not what the rows are. */
const NOT_INDEXED = /the (place|sums) of each trace without a mark/;

/** A run with one of them has to fail: a check that has never failed proves nothing. */
export const CONTROLS = {
  fence: { mains: { writer: main('unfenced-writer') }, kinds: ['cut-commit'], found: MOVED },
  'early-ack': { mains: { gateway: main('early-ack-gateway') }, kinds: ['kill-gateway', 'freeze-broker'], found: LOST },
  marks: { mains: {}, spoil: FORGET_DIRTY, kinds: ['kill-writer'], found: NOT_INDEXED },
  idempotent: { mains: { gateway: main('idempotent-gateway') }, kinds: ['cut-produce'], found: LOST },
} as const satisfies Readonly<Record<string, Control>>;

export type ControlName = keyof typeof CONTROLS;

export function isControl(name: string): name is ControlName {
  return name in CONTROLS;
}
