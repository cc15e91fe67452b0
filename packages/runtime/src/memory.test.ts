import { totalmem } from 'node:os';
import { memoryShare } from './memory';

describe('a share of the memory', () => {
  it('is a part of what the process may use, and no more than the most', () => {
    const quarter = memoryShare({ divisor: 4, most: Infinity });
    expect(quarter).toBeGreaterThan(0);
    expect(quarter).toBeLessThanOrEqual(totalmem() / 4);
    expect(memoryShare({ divisor: 8, most: Infinity })).toBe(Math.floor(quarter / 2));
    expect(memoryShare({ divisor: 4, most: 1000 })).toBe(1000);
  });
});
