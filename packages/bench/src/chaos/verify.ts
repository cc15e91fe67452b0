import type { Brokers } from '@sluice/testbed/servers';
import type { Client } from 'pg';
import { findInconsistencies } from '../check/consistency';
import type { ClusterDatabase } from '../cluster/cluster-database';
import type { HttpClient } from '../load/http-client';
import type { Project } from '../product/projects';
import { verifyAnswers } from '../workload/verify-answers';
import { type Verified, verifyStored } from '../workload/verify-stored';
import { type LedgerReport, checkLedger } from './check/ledger';
import type { ResendingClient } from './client';
import type { Positions } from './stored-offsets';

export interface Verdict {
  readonly stored: Verified;
  readonly ledger: LedgerReport;
  readonly violations: readonly string[];
}

/** Sources of the comparison. */
export interface Evidence {
  readonly database: Pick<ClusterDatabase, 'query'>;
  readonly brokers: Brokers;
  /** Names of the topics on the brokers. */
  readonly topics: readonly string[];
  readonly positions: Positions;
  /** Client of a query service; undefined where none answers. */
  readonly reads: HttpClient | undefined;
  /** Projects that the clients sent to. */
  readonly projects: readonly Project[];
}

/** Compares everything stored, the ledger and the answers with what the clients sent, while no client sends. */
export async function verify(evidence: Evidence, clients: readonly ResendingClient[]): Promise<Verdict> {
  const { database, brokers, topics, positions, reads, projects } = evidence;
  return database.query(async (sql) => {
    const ledger = await checkLedger(sql, { brokers, topics });
    const moves = await positions.wrongMoves();
    const items = await verifyItems(sql, { reads, projects, deadLetters: ledger.dead }, clients);
    return { stored: items.stored, ledger, violations: [...ledger.violations, ...moves, ...items.violations] };
  });
}

/**
 * Compares everything stored and the answers with what the clients sent, while no client sends. Wrong answers of the clients are reported
 * once.
 * @param deadLetters number of items that the database must have refused
 */
export async function verifyItems(
  sql: Client,
  { reads, projects, deadLetters }: Pick<Evidence, 'reads' | 'projects'> & { readonly deadLetters: number },
  clients: readonly ResendingClient[],
): Promise<Pick<Verdict, 'stored' | 'violations'>> {
  const stored = await verifyStored(sql, clients);
  const violations = [
    ...stored.violations,
    ...(await findInconsistencies(sql, { deadLetters })),
    ...clients.flatMap((client) => client.wrongAnswers.splice(0)),
    ...(reads === undefined ? ['nobody answers queries'] : await verifyAnswers(sql, reads, projects)),
  ];
  return { stored, violations };
}
