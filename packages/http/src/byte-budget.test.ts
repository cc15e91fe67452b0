import { ByteBudget } from './byte-budget';

const newBudget = () => new ByteBudget({ limit: 100, refusal: 'too many: raise LIMIT' });
const REFUSED = expect.objectContaining({ status: 503, message: 'too many: raise LIMIT' }) as Error;

describe('ByteBudget', () => {
  it('refuses with 503 what does not fit beside others, and keeps what was held before', () => {
    const budget = newBudget();
    const [first, second] = [budget.reserve(), budget.reserve('other')];
    first.resize(60);
    second.resize(40);
    expect(() => second.resize(41)).toThrow(REFUSED);
    expect(budget.held).toBe(100);
    first.resize(59);
    second.resize(41);
    expect(budget.held).toBe(100);
  });

  it('leaves a fifth free beside the requests of one project, for those of others', () => {
    const budget = newBudget();
    const [first, second, modest] = [budget.reserve('greedy'), budget.reserve('greedy'), budget.reserve('modest')];
    first.resize(60);
    second.resize(20);
    expect(() => second.resize(21)).toThrow(REFUSED);
    modest.resize(20);
    expect(() => first.resize(61)).toThrow(REFUSED);
    expect(budget.held).toBe(100);
  });

  it('lets a single request run whatever its size', () => {
    const budget = newBudget();
    const [first, second] = [budget.reserve(), budget.reserve()];
    first.resize(50);
    first.resize(1000);
    expect(() => second.resize(1)).toThrow(REFUSED);
    first.release();
    second.resize(1000);
    expect(budget.held).toBe(1000);
  });

  it('gives back what is settled or released, once', () => {
    const budget = newBudget();
    const [first, second] = [budget.reserve(), budget.reserve()];
    first.resize(60);
    second.resize(20);
    first.resize(10);
    expect(budget.held).toBe(30);
    first.release();
    first.release();
    expect(budget.held).toBe(20);
  });
});
