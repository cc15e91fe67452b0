import { captureNames, capturedRequests } from './captures';
import { recentCaptures } from './recent-captures';

const NOW = Date.UTC(2030, 0, 1);

/** Removes the times from a text. */
const withoutTimes = (text: string): string => text.replaceAll(/(imeUnixNano":) ?"?\d+"?/g, '$1');

test('captures move to the time that is asked for, and nothing else of them changes', () => {
  const recent = recentCaptures(NOW);
  const sent = captureNames().flatMap((name) => capturedRequests(name).map(String));
  expect(recent.map(withoutTimes)).toEqual(sent.map(withoutTimes));
  const ends = recent.flatMap((text) =>
    Array.from(text.matchAll(/imeUnixNano": "(\d+)"/g), ([, time]) => Number(time)),
  );
  expect(Math.max(...ends)).toBe(NOW * 1e6);
  expect(Math.min(...ends)).toBeGreaterThan((NOW - captureNames().length * 120_000) * 1e6);
});
