import type { TcpProxy } from '@sluice/testbed/network';
import type { TestBroker, Way } from '@sluice/testbed/servers';
import type { Random } from '../../random-source';
import type { ClusterDatabase } from '../../cluster/cluster-database';
import type { AgedData } from '../aged-data';
import type { Fleet } from '../fleet';
import type { Programs } from '../programs';
import type { Positions } from '../stored-offsets';

/** Parts of the testbed that faults can reach. */
export interface Ground {
  readonly fleet: Fleet;
  readonly broker: TestBroker;
  readonly database: ClusterDatabase;
  /** Data that expire during the run; undefined: no data expire. */
  readonly aged: AgedData | undefined;
  readonly proxies: Proxies;
  readonly programs: Programs;
  readonly positions: Positions;
  /** Time limit for recovery after a fault, in milliseconds. */
  readonly recoveryMs: number;
  /** Receives remarks on what a fault did in addition to what its name says. */
  readonly note: (sentence: string) => void;
  /** Receives a sentence for each violation. */
  readonly wrong: (sentence: string) => void;
}

/** Connections between the processes, each through one proxy for each node of its target. */
export interface Proxies {
  readonly gatewayToBroker: Way;
  readonly writerToBroker: Way;
  readonly writerToPostgres: readonly [TcpProxy];
  readonly queryToPostgres: TcpProxy;
}

/** Causes a failure and undoes it; resolves when nothing is left to undo. It undoes the failure also when it is interrupted. */
export type Fault = (ground: Ground, random: Random, hold: (milliseconds: number) => Promise<void>) => Promise<void>;

/** Returns a random time between two limits, in milliseconds. */
export function between(random: Random, least: number, most: number): number {
  return least + random.below(most - least + 1);
}
