import fc from 'fast-check';
import type { Message } from '../conversation/model';
import { type Called, callsBefore, sharedMessages } from './shared-messages';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 1, 10, 0, second)).toISOString();
const observation = (id: string, type: string, parent: string | null, from: number, to: number | null): Called => ({
  id,
  type,
  parentObservationId: parent,
  startTime: at(from),
  endTime: to === null ? null : at(to),
  sizes: { input: 1, output: 1, metadata: 0 },
});

describe('the calls before a model call', () => {
  const trace = [
    observation('agent', 'AGENT', null, 0, 9),
    observation('step 1', 'CHAIN', 'agent', 0, 2),
    observation('call 1', 'GENERATION', 'step 1', 0, 1),
    observation('other agent', 'AGENT', 'step 1', 1, 3),
    observation('other call', 'GENERATION', 'other agent', 1, 2),
    observation('step 2', 'CHAIN', 'agent', 3, 5),
    observation('call 2', 'GENERATION', 'step 2', 3, 4),
    observation('beside', 'GENERATION', 'step 2', 3, 8),
    observation('call 3', 'GENERATION', 'agent', 6, 7),
  ];
  const before = (id: string) => callsBefore(trace, id).map((each) => each.id);

  test('are those of the same agent, in order, whatever steps are between', () => {
    expect(before('call 3')).toEqual(['call 1', 'call 2']);
  });

  test('are not what another agent asked, nor what has not ended', () => {
    expect([before('other call'), before('call 1'), before('step 2'), before('gone')]).toEqual([[], [], [], []]);
  });

  test('without an agent are those below the same root', () => {
    const plain = [
      observation('root', 'SPAN', null, 0, 9),
      observation('a', 'GENERATION', 'root', 0, 1),
      observation('b', 'GENERATION', 'root', 2, 3),
      observation('else', 'GENERATION', null, 2, 3),
    ];
    expect(callsBefore(plain, 'b').map((each) => each.id)).toEqual(['a']);
  });

  test('end where observations are below themselves', () => {
    const round = [observation('a', 'GENERATION', 'b', 0, 1), observation('b', 'GENERATION', 'a', 2, 3)];
    expect(callsBefore(round, 'b').length).toBeLessThan(2);
  });
});

const message = fc.record({
  role: fc.constantFrom('user', 'assistant'),
  parts: fc.array(fc.record({ kind: fc.constant('text' as const), text: fc.string({ maxLength: 1 }) }), {
    maxLength: 1,
  }),
});

test('what is shared is the same in both, and what follows is not', () => {
  const list: fc.Arbitrary<readonly Message[]> = fc.array(message, { maxLength: 5 });
  fc.assert(
    fc.property(list, list, list, (same, a, b) => {
      const before = [...same, ...a];
      const now = [...same, ...b];
      const shared = sharedMessages(before, now);
      expect(shared).toBeGreaterThanOrEqual(same.length);
      expect(now.slice(0, shared)).toEqual(before.slice(0, shared));
      if (shared < Math.min(before.length, now.length)) expect(now[shared]).not.toEqual(before[shared]);
    }),
  );
});

test('why an answer ended does not make it another one', () => {
  const blue = { role: 'assistant', parts: [{ kind: 'text', text: 'Blue.' }] } as const;
  expect(sharedMessages([{ ...blue, finish: 'stop' }], [blue])).toBe(1);
});
