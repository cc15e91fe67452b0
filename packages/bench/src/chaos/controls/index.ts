import { join } from 'node:path';
import type { ServiceName } from '../../cluster/cluster';
import type { FaultKind } from '../faults';

/** Product with one deliberate bug, and the faults under which the bug shows. */
export interface Control {
  readonly mains: Partial<Readonly<Record<ServiceName, string>>>;
  /** SQL that makes the database wrong before the first request. */
  readonly spoil?: string;
  readonly kinds: readonly FaultKind[];
  /** Matches one of the violations that the bug causes. */
  readonly found: RegExp;
}

const main = (name: string): string => join(__dirname, `${name}.js`);

/** A committed offset that was moved to its old value, or a ledger that counts items which the log does not contain. */
const MOVED = / was moved from (\d+) to \1$| holds \d+ items, the ledger has /;
/** An acknowledged item is not stored, or is stored with wrong content. */
const LOST = / acknowledged items \d+ are stored; missing is | is stored as .*, expected: /;

/** Drops one in ten insertions into the dirty queue. */
const FORGET_DIRTY = `
  create function chaos.forget() returns trigger language plpgsql as $$
  begin
    return case when random() < 0.9 then new end;
  end $$;
  create trigger forget before insert on sluice.trace_index_dirty for each row execute function chaos.forget();`;
/** The trace index differs from the rows of its traces. */
const NOT_INDEXED = /the (index entry|sort keys) of each clean trace/;

/** Products that must fail a run: a check that has never failed proves nothing. */
export const CONTROLS = {
  fence: { mains: { writer: main('unfenced-writer') }, kinds: ['cut-commit'], found: MOVED },
  'early-ack': { mains: { gateway: main('early-ack-gateway') }, kinds: ['kill-gateway', 'freeze-broker'], found: LOST },
  marks: { mains: {}, spoil: FORGET_DIRTY, kinds: ['kill-writer'], found: NOT_INDEXED },
  idempotent: { mains: { gateway: main('idempotent-gateway') }, kinds: ['cut-produce'], found: LOST },
} as const satisfies Readonly<Record<string, Control>>;

export const CONTROL_NAMES = Object.keys(CONTROLS) as (keyof typeof CONTROLS)[];
