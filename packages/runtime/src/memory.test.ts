import { totalmem } from 'node:os';
import { memoryShare } from './memory';

describe('a share of the memory', () => {
  const share = (container: number, most = Infinity): number => {
    jest.spyOn(process, 'constrainedMemory').mockReturnValue(container);
    return memoryShare({ divisor: 4, most });
  };
  afterEach(() => jest.restoreAllMocks());

  it('is a part of what the container allows, rounded down, and no more than the most', () => {
    expect(share(4003)).toBe(1000);
    expect(share(4003, 999)).toBe(999);
  });

  it.each([0, 2 ** 64, totalmem() + 1])('is one of the machine where the container sets no lower limit: %d', (none) => {
    expect(share(none)).toBe(Math.floor(totalmem() / 4));
  });
});
