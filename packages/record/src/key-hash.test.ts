import { keyHash } from './key-hash';

// The vectors of Apache Kafka's UtilsTest.testMurmur2, made positive as its partitioner does.
test.each([
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
])('keyHash(%s) is what the Java partitioner computes', (key, murmur2) => {
  expect(keyHash(key)).toBe(murmur2 & 0x7fffffff);
});
