/** How many records wait, and how many writers there are. */
export interface LagSample {
  /** Seconds from the moment at which nobody had anything to write. */
  readonly at: number;
  readonly waiting: number;
  readonly writers: number;
  readonly ready: number;
}

/** What shows the course of it: where the number of writers changed, and every ten seconds. */
export function telling(samples: readonly LagSample[]): LagSample[] {
  let last: LagSample | undefined;
  return samples.filter((sample) => {
    const isNew = sample.writers !== last?.writers || sample.ready !== last.ready || sample.at - last.at >= 10;
    if (isNew) last = sample;
    return isNew;
  });
}
