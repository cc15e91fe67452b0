/** Returns the seconds of garbage collection of a process since its start, from its metrics. @param adminUrl of its admin listener */
export async function collectorSeconds(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return [...text.matchAll(/^nodejs_gc_duration_seconds_sum\{[^}]*\} (\S+)$/gm)].reduce(
    (sum, [, seconds]) => sum + Number(seconds),
    0,
  );
}
