import type { Installation } from './installation';
import type { Kubectl } from './kubectl';
import type { LagSample } from './lag';

/** Parts of the cluster that phases can change. */
export interface Ground {
  readonly kubectl: Kubectl;
  readonly installation: Installation;
  /** Registers a function that restores a node, before the phase drains it. */
  readonly undoneBy: (undo: () => Promise<void>) => void;
  readonly hold: (milliseconds: number) => Promise<void>;
  /** Pauses the clients, or continues them. */
  readonly pauseLoad: (isPaused: boolean) => void;
  /** Returns the number of records in the log that are not stored. */
  readonly waiting: () => Promise<number>;
  readonly sampled: (sample: LagSample) => void;
}

/** Event that happens to a cluster in production. */
export interface Phase {
  readonly name: string;
  /** Set where clients must not notice the phase: every answer has to be 200, and no connection may be refused. */
  readonly unnoticed?: true;
  /** Kind of object that the cluster has to support: otherwise the phase is skipped. */
  readonly needs?: string;
  /** Resolves with a remark when everything that it changed is ready again. */
  readonly act: (ground: Ground) => Promise<string>;
}
