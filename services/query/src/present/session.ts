import type { ListedSession, Session, SessionSummary } from '@sluice/store/read';
import { previewOf } from './preview';
import { presentTime } from './times';

/** Writes a session as JSON (contract: Reading traces). */
export function presentSession({ id, createdAt, environment }: Session, projectId: string): string {
  return JSON.stringify({ id, createdAt: presentTime(createdAt), projectId, environment });
}

/** Writes a session of a list, with its summary if there is one. */
export function presentListed(session: ListedSession, projectId: string): string {
  const plain = presentSession(session, projectId);
  return session.summary === undefined ? plain : `${plain.slice(0, -1)},${presentSummary(session.summary)}`;
}

/** Writes the members of a summary. Sums of tokens have all their digits, which a double would lose. */
function presentSummary({ inputTokens, outputTokens, totalTokens, users, ...summary }: SessionSummary): string {
  const members = {
    lastTimestamp: presentTime(summary.last),
    traceCount: summary.traces,
    failedTraceCount: summary.errors,
    isWhole: summary.isWhole,
    userCount: summary.userCount,
    totalCost: summary.totalCost,
    traceName: summary.name,
    inputPreview: previewOf(summary.input),
  };
  const texts = `"users":${users},"inputTokens":${inputTokens},"outputTokens":${outputTokens},"totalTokens":${totalTokens}`;
  return `${JSON.stringify(members).slice(1, -1)},${texts}}`;
}
