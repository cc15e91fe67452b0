import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../chaos/client';
import type { HistoryEntry } from '../chaos/history';
import type { HttpClient } from '../load/http-client';

const PATHS = ['/api/public/traces?limit=5&fields=core', '/api/public/metrics/daily?limit=2'];

/** Asks the query service for this and that, one request after the other, and tells how each was answered. */
export async function keepReading(
  http: HttpClient,
  options: {
    readonly pauseMs: number;
    readonly isOver: () => boolean;
    readonly answered: (entry: HistoryEntry) => void;
    /** Hears of each answer that is not 200, with what it says. */
    readonly refused: (sentence: string) => void;
  },
): Promise<void> {
  for (let number = 0; !options.isOver(); number += 1) {
    const invoked = Date.now();
    const answer = await http.get(PATHS[number % PATHS.length] ?? '/').catch(codeOf);
    const status = typeof answer === 'object' ? answer.status : 0;
    const outcome = status === 200 ? 'ok' : answer === 'ECONNREFUSED' ? 'fail' : 'unknown';
    if (typeof answer === 'object' && status !== 200) options.refused(`${status}: ${answer.body.toString()}`);
    options.answered({ uid: `read/${number}`, invoked, ended: Date.now(), outcome, status });
    await sleep(options.pauseMs);
  }
}
