import { captureNames, capturedRequests } from './captures';

/** Times of spans and events, in nanoseconds since 1970. */
const TIME = /"((?:start|end|observed)?[tT]imeUnixNano)":\s*"?(\d+)"?/g;
const APART = 60_000_000_000n;

/**
 * Returns all captures as OTLP JSON with current times: the first ends at `now`, each further one a minute earlier, so that lists of recent
 * traces contain them.
 * @param now milliseconds since 1970
 */
export function recentCaptures(now: number): readonly string[] {
  return captureNames().flatMap((name, n) => {
    const requests = capturedRequests(name).map(String);
    const times = requests.flatMap((request) => Array.from(request.matchAll(TIME), ([, , time = '0']) => BigInt(time)));
    const last = times.reduce((a, b) => (a > b ? a : b), 0n);
    const shift = BigInt(now) * 1_000_000n - BigInt(n) * APART - last;
    return requests.map((request) =>
      request.replace(TIME, (_, key: string, time: string) => `"${key}": "${BigInt(time) + shift}"`),
    );
  });
}
