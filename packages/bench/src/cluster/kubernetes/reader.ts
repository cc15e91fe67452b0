import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../chaos/client';
import type { HistoryEntry } from '../../chaos/history';
import type { HttpClient } from '../../load/http-client';

const PATHS = ['/api/public/traces?limit=5&fields=core', '/api/public/metrics/daily?limit=2'];

/** Sends different requests to the query service, one after the other, and reports the status of each. */
export async function keepReading(
  http: HttpClient,
  options: {
    readonly pauseMs: number;
    readonly isOver: () => boolean;
    readonly answered: (entry: HistoryEntry) => void;
    /** Receives a sentence with the body of each answer other than 200. */
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
