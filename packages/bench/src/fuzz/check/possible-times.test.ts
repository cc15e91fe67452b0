import { possibleTimes } from './possible-times';

test('each number of a text may be a time, from one microsecond on', () => {
  const body = Buffer.from('{"timeUnixNano":1000000000.5,"startTimeUnixNano":"1795168800000000001","value":999}');
  expect(possibleTimes(body, true)).toEqual([1_000_000n, 1_795_168_800_000_000n]);
});
