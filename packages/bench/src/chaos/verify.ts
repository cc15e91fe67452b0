import { findInconsistencies } from '../check/consistency';
import { createHttpClient } from '../load/http-client';
import { AUTHORIZED } from '../product/product';
import { verifyAnswers } from '../workload/verify-answers';
import { type Verified, verifyStored } from '../workload/verify-stored';
import { type LedgerReport, checkLedger } from './check/ledger';
import type { ResendingClient } from './client';
import type { Stand } from './stand';

export interface Verdict {
  readonly stored: Verified;
  readonly ledger: LedgerReport;
  readonly violations: readonly string[];
}

/** Compares all that is stored, the ledger and the answers with what the clients sent, at rest. */
export async function verify(stand: Stand, clients: readonly ResendingClient[]): Promise<Verdict> {
  const { database, broker, topics, positions, fleet } = stand;
  return database.query(async (sql) => {
    const stored = await verifyStored(sql, clients);
    const ledger = await checkLedger(sql, { brokers: broker.brokers, topics });
    const violations = [
      ...stored.violations,
      ...ledger.violations,
      ...(await positions.wrongMoves()),
      ...(await findInconsistencies(sql, { deadLetters: ledger.dead })),
      ...clients.flatMap((client) => client.wrongAnswers),
    ];
    const [query] = fleet.running('query');
    if (query === undefined) return { stored, ledger, violations: [...violations, 'nobody answers queries'] };
    const http = createHttpClient({ baseUrl: query.process.url, headers: AUTHORIZED, timeoutMs: 30_000 });
    try {
      return { stored, ledger, violations: [...violations, ...(await verifyAnswers(sql, http))] };
    } finally {
      http.close();
    }
  });
}
