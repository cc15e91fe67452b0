import type { Brokers } from '@sluice/testbed/servers';
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
    const stored = await verifyStored(sql, clients);
    const ledger = await checkLedger(sql, { brokers, topics });
    const violations = [
      ...stored.violations,
      ...ledger.violations,
      ...(await positions.wrongMoves()),
      ...(await findInconsistencies(sql, { deadLetters: ledger.dead })),
      ...clients.flatMap((client) => client.wrongAnswers),
      ...(reads === undefined ? ['nobody answers queries'] : await verifyAnswers(sql, reads, projects)),
    ];
    return { stored, ledger, violations };
  });
}
