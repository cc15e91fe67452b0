import { acceptedCoding } from './negotiate';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=0.8, br;q=0.7', 'gzip'],
  ['gzip;q=0.7, br;q=0.7', 'br'],
  ['gzip ; q=0.001', 'gzip'],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['gzip;q=0.1, identity', undefined],
  ['gzip;q=0.1, br;q=0.2, identity;q=0.3', undefined],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['br;q=0, gzip;q=0', undefined],
  ['gzip;q=x', undefined],
  ['deflate', undefined],
  ['', undefined],
])('of "%s" takes %s', (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding);
});
