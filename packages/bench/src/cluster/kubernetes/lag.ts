/** Number of waiting records and of writers. */
export interface LagSample {
  /** Seconds since the clients were paused. */
  readonly at: number;
  readonly waiting: number;
  readonly writers: number;
  readonly ready: number;
}

/** Selects the samples to report: at each change of the number of writers, and every ten seconds. */
export function telling(samples: readonly LagSample[]): LagSample[] {
  let last: LagSample | undefined;
  return samples.filter((sample) => {
    const isNew = sample.writers !== last?.writers || sample.ready !== last.ready || sample.at - last.at >= 10;
    if (isNew) last = sample;
    return isNew;
  });
}
