import { createRandom } from '../../random-source';
import type { Episode } from '../run';
import { planEpisodes } from '../schedule';
import type { Fault } from './fault';
import { blackHole, cut, cutCommit, cutProduce, latency, refuse } from './network';
import { freezeOne, killOne, rebalanceStorm, rollingRestart, scaleWriters } from './processes';
import { failOver, freezeBroker, killBackend, killBroker, killPostgres, restoreBackup } from './servers';
import { upgrade } from './upgrade';
import { expire, rebuildCounters } from './upkeep';

/** Faults by the names that the command accepts. */
const FAULTS = {
  'kill-writer': killOne('writer'),
  'kill-gateway': killOne('gateway'),
  'kill-query': killOne('query'),
  // Longer than the session timeout: the group continues without the writer, which then rejoins.
  'freeze-writer': freezeOne('writer', { least: 17_000, most: 24_000 }),
  'freeze-gateway': freezeOne('gateway', { least: 1_000, most: 15_000 }),
  'rolling-restart': rollingRestart,
  'rebalance-storm': rebalanceStorm,
  'scale-writers': scaleWriters,
  'kill-broker': killBroker,
  'freeze-broker': freezeBroker,
  'kill-postgres': killPostgres,
  'restore-backup': restoreBackup,
  'fail-over': failOver,
  'kill-backend': killBackend,
  latency,
  cut,
  refuse,
  'black-hole': blackHole,
  'cut-produce': cutProduce,
  'cut-commit': cutCommit,
  expire,
  'rebuild-counters': rebuildCounters,
  upgrade,
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultKind = keyof typeof FAULTS;

export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];

/** Faults that need no other release. */
export const USUAL_FAULTS = FAULT_KINDS.filter((kind) => kind !== 'upgrade');

/** Faults of one server, which exclude each other: a killed server cannot be frozen, nor killed again. */
const SAME: readonly (readonly FaultKind[])[] = [
  ['kill-broker', 'freeze-broker'],
  ['kill-postgres', 'restore-backup', 'fail-over', 'kill-backend'],
];

/** Returns whether two faults must not happen at once. An upgrade happens alone, because each of its states is checked. */
function excludes(one: FaultKind, other: FaultKind): boolean {
  return one === 'upgrade' || other === 'upgrade' || SAME.some((kinds) => kinds.includes(one) && kinds.includes(other));
}

/** Generates faults without end; order and choices follow from the seed. */
export function* faultEpisodes(kinds: readonly FaultKind[], seed: number): Generator<Episode> {
  for (const { faults, pauseMs } of planEpisodes(kinds, createRandom(seed), excludes)) {
    yield {
      kinds: faults.map(({ kind }) => kind),
      pauseMs,
      happen: (testbed, hold) =>
        Promise.all(faults.map((fault) => FAULTS[fault.kind](testbed, createRandom(fault.seed), hold))),
    };
  }
}
