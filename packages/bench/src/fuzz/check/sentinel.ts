import type { Call } from '../call';
import type { WireAnswer } from '../wire/wire-answer';
import { storedId } from './sent-events';

const TRACE = '5e471e1a-0000-4000-8000-000000000001';
const METRIC = 'sentinel';

/** Data of another sender, which no input refers to. */
export interface Sentinel {
  readonly trace: string;
  /** Items of the sentinel in the ledger's notation. */
  readonly items: readonly string[];
  /** Compares the data with their first answers. @returns what has changed, or undefined */
  check(): Promise<string | undefined>;
}

/** Writes a trace and metric points, with the same ids in each project and different contents, and remembers the answers of their reads. */
export async function placeSentinel(call: Call, projectNo = 0): Promise<Sentinel> {
  const observation = '5e471e1a00000001';
  const time = '2026-11-01T10:00:00.000Z';
  const trace = {
    id: TRACE,
    name: 'sentinel',
    userId: 'sentinel',
    tags: ['sentinel'],
    metadata: { kept: true },
    timestamp: time,
  };
  const observations = [
    { id: observation, startTime: time, endTime: time, input: { a: [1, 'x'] }, promptTokens: 7 + projectNo },
  ];
  const points = [1, 2, 3].map((value) => ({
    name: METRIC,
    labels: { of: 'sentinel' },
    value: value + projectNo,
    timestamp: time,
  }));
  await expectStored(call('POST', '/v1/l/batch', { trace, observations }));
  await expectStored(call('POST', '/v1/metrics/batch', { metrics: points }));
  const read = async (): Promise<string> => {
    const answers = await Promise.all([
      call('GET', `/api/public/traces/${TRACE}`),
      call('GET', '/api/public/traces?userId=sentinel'),
      call('GET', `/api/public/metrics/query?name=${METRIC}&from=2026-11-01&to=2026-11-02&agg=sum&group_by=of`),
    ]);
    return answers.map(({ status, body }) => `${status} ${body.toString()}`).join('\n');
  };
  const first = await read();
  return {
    trace: TRACE,
    items: [TRACE, `${TRACE}/${storedId(observation)}`],
    check: async () => {
      const now = await read();
      return now === first ? undefined : `the data of another sender changed from\n${first}\nto\n${now}`;
    },
  };
}

async function expectStored(sending: Promise<WireAnswer>): Promise<void> {
  const { status, body } = await sending;
  if (status !== 200) throw new Error(`the sentinel was answered ${status}: ${body.toString()}`);
}
