import { type FailedStep, explainingStep } from './failed-steps';

const step = (id: string, more: Partial<FailedStep> = {}): FailedStep => ({
  ...{ id, parentId: null, message: `of ${id}`, start: 0, end: 0 },
  ...more,
});

const idOf = (steps: readonly FailedStep[], outcome: 'failed' | 'recovered') =>
  [steps, steps.toReversed()].map((each) => explainingStep(each, outcome === 'failed')?.id);

describe('the step that explains an outcome', () => {
  const early = step('c', { start: 1, end: 9 });
  const late = step('b', { start: 5, end: 6 });

  it('is the one that ended last where the trace failed, else the one that starts first', () => {
    expect(idOf([early, late], 'failed')).toEqual(['c', 'c']);
    expect(idOf([{ ...early, end: 5 }, late], 'failed')).toEqual(['b', 'b']);
    expect(idOf([early, late], 'recovered')).toEqual(['c', 'c']);
    expect(idOf([{ ...early, start: 6 }, late], 'recovered')).toEqual(['b', 'b']);
  });

  it('has the lower id of equal ones', () => {
    const [x, y] = [step('y'), step('x')];
    expect(idOf([x, y], 'failed')).toEqual(['x', 'x']);
    expect(idOf([x, y], 'recovered')).toEqual(['x', 'x']);
  });

  it('is innermost, and has a message', () => {
    const outer = step('a', { end: 99 });
    const inner = step('d', { parentId: 'a', end: 3 });
    expect(idOf([outer, inner], 'failed')).toEqual(['d', 'd']);
    // A step around a failure without a message is no better explanation.
    expect(idOf([outer, { ...inner, message: null }], 'failed')).toEqual([undefined, undefined]);
    expect(idOf([{ ...inner, message: '' }, late], 'failed')).toEqual(['b', 'b']);
    expect(idOf([], 'failed')).toEqual([undefined, undefined]);
  });
});
