import type { HistoryEntry } from '../../chaos/history';
import { PhaseLog } from './phase-log';

const at = (invoked: number, status: number, outcome: HistoryEntry['outcome']): HistoryEntry => ({
  uid: 'otlp-0/1',
  invoked,
  ended: invoked + 40,
  outcome,
  status,
});

describe('PhaseLog', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Makes two phases, the second from 2,000 on. */
  function twoPhases(): PhaseLog {
    const log = new PhaseLog();
    log.begin('steady');
    jest.setSystemTime(2_000);
    log.begin('restart');
    return log;
  }

  test('counts an attempt in the phase in which it began, by how it ended', () => {
    const log = twoPhases();
    log.add(at(1_999, 200, 'ok'));
    log.add(at(2_000, 503, 'unknown'));
    log.add(at(2_100, 0, 'fail'));
    log.add(at(2_100, 0, 'unknown'));
    log.addRead(at(2_100, 200, 'ok'));
    log.end({ tookMs: 1_500, recoveryMs: undefined });
    expect(log.rows()).toEqual([
      [
        ...['phase', 'took', 'all stored after', 'writes 200', 'writes 503', 'writes lost', 'writes refused'],
        ...['p50', 'p99', 'slowest', 'reads 200'],
      ],
      ['steady', '-', '-', '1', '0', '0', '0', '40 ms', '40 ms', '40 ms', '0'],
      ['restart', '1.5 s', '-', '0', '1', '1', '1', '40 ms', '40 ms', '40 ms', '1'],
    ]);
    expect([log.count('lost'), log.count('refused'), log.count('200')]).toEqual([1, 1, 2]);
  });

  test('names what was not answered 200 in a phase, and nothing of another one', () => {
    const log = twoPhases();
    log.add(at(1_500, 200, 'ok'));
    log.add(at(2_500, 503, 'unknown'));
    log.add(at(2_500, 0, 'unknown'));
    log.addRead(at(2_500, 500, 'unknown'));
    expect(log.failuresIn('steady')).toEqual([]);
    expect(log.failuresIn('restart')).toEqual([
      'restart: 1 × write 503',
      'restart: 1 × write lost',
      'restart: 1 × read 500',
    ]);
  });
});
