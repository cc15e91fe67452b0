import fc from 'fast-check';
import type { DecodeError } from './decode-error';
import { DEFAULT_LIMITS } from './limits';
import { decodeNativeBatch, nativePortions } from './native-batch';

const ID = '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f';

const decode = (body: unknown, limits = DEFAULT_LIMITS) =>
  decodeNativeBatch(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), limits);

describe('a large native batch', () => {
  const observation = (index: number, members: object = {}) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    ...members,
  });
  const large = (members: object = {}) => ({
    trace: { id: ID, name: 'large', tags: ['t'] },
    observations: Array.from({ length: 3000 }, (_, index) =>
      observation(index, { input: 'v'.repeat(1000), ...(index === 2500 && members) }),
    ),
  });

  it('comes in portions: the trace with the first, every observation once and in order', () => {
    const portions = [...nativePortions(Buffer.from(JSON.stringify(large())), DEFAULT_LIMITS)];
    expect(portions.length).toBeGreaterThan(2);
    expect(portions.map(({ trace }) => trace)).toEqual([
      { id: ID, name: 'large', tags: ['t'] },
      ...portions.slice(1).map(() => ({ id: ID })),
    ]);
    const ids = portions.flatMap(({ observations }) => observations.map(({ id }) => id));
    expect(ids).toEqual(large().observations.map(({ id }) => id));
  });

  it('has no portion without observations, whichever of them ends it', () => {
    const last = observation(1, { input: 'v'.repeat(2 ** 20) });
    const body = Buffer.from(JSON.stringify({ trace: { id: ID }, observations: [observation(0), last] }));
    expect([...nativePortions(body, DEFAULT_LIMITS)].map(({ observations }) => observations.length)).toEqual([2]);
  });

  it('is refused for what is wrong in any portion, naming its place', () => {
    expect(() => decode(large({ level: 5 }))).toThrow('observations[2500].level must be a string');
    expect(() => decode(large({ id: 'x' }))).toThrow('observations[2500].id must be a UUID, 32 or 16 hex digits');
    expect(() => decode(large({ startTime: 'x' }))).toThrow('observations[2500].startTime must be an ISO 8601');
  });

  it('is read as a small one', () => {
    const names = ['name', 'level', 'usage', 'metadata', 'input', 'startTime', 'traceId', 'parentObservationId'];
    const members = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 2 }));
    const outcome = (body: string, wholeBytes: number): unknown => {
      try {
        return decode(body, { ...DEFAULT_LIMITS, wholeBytes });
      } catch (error) {
        return (error as DecodeError).kind;
      }
    };
    fc.assert(
      fc.property(fc.array(members, { maxLength: 3 }), members, (sent, trace) => {
        const observations = sent.map((one, index) => observation(index, one));
        const body = JSON.stringify({ trace: { id: ID, ...trace }, observations });
        expect(outcome(body, 0)).toEqual(outcome(body, Infinity));
      }),
      { numRuns: 500 },
    );
  });
});
