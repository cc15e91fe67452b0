import { fixedAddress } from './fix-times';
import { DEFAULT_LIST } from './list-address';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const list = (range: string) => ({ ...DEFAULT_LIST, range });

test('a range that ends now becomes what it is now', () => {
  expect(fixedAddress(list('1h'), NOW)).toEqual(list('2026-11-20T09:00:00.000Z/2026-11-20T10:00:00.000Z'));
});

test.each([
  [list('2026-11-01/2026-11-02')],
  [list('all')],
  [{ page: 'trace' as const, id: '0af7', observation: undefined }],
])('%j stays as it is', (address) => {
  expect(fixedAddress(address, NOW)).toEqual(address);
});
