/** Runs a step and prints its duration. @returns milliseconds */
export async function timed(name: string, work: () => Promise<void>, print: (line: string) => void): Promise<number> {
  const begun = performance.now();
  await work();
  const took = performance.now() - begun;
  print(`${name}: ${formatSeconds(took)}`);
  return took;
}

/** `12.3 s`; a dash for an unknown duration. */
export function formatSeconds(milliseconds: number | undefined): string {
  return milliseconds === undefined || !Number.isFinite(milliseconds) ? '-' : `${(milliseconds / 1000).toFixed(1)} s`;
}
