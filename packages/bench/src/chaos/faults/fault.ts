import type { TcpProxy } from '@sluice/network';
import type { TestBroker, Way } from '@sluice/servers';
import type { Random } from '../../random-source';
import type { ClusterDatabase } from '../../cluster/cluster-database';
import type { AgedData } from '../aged-data';
import type { Fleet } from '../fleet';

/** What faults can get at. */
export interface Ground {
  readonly fleet: Fleet;
  readonly broker: TestBroker;
  readonly database: ClusterDatabase;
  /** What expires meanwhile; undefined: nothing does. */
  readonly aged: AgedData | undefined;
  readonly proxies: Proxies;
  /** Hears what a fault did that its name does not tell. */
  readonly note: (sentence: string) => void;
}

/** The ways between the processes, each through a proxy for each node of what it leads to. */
export interface Proxies {
  readonly gatewayToBroker: Way;
  readonly writerToBroker: Way;
  readonly writerToPostgres: readonly [TcpProxy];
  readonly queryToPostgres: TcpProxy;
}

/**
 * Does harm and undoes it; resolves when nothing of it is left that somebody would have to undo. Whatever it is
 * interrupted by, it undoes what it did.
 */
export type Fault = (ground: Ground, random: Random, hold: (milliseconds: number) => Promise<void>) => Promise<void>;

/** A time between two, in milliseconds. */
export function between(random: Random, least: number, most: number): number {
  return least + random.below(most - least + 1);
}
