import type { Installation } from './installation';
import type { Kubectl } from './kubectl';
import type { LagSample } from './lag';

/** What phases can get at. */
export interface Ground {
  readonly kubectl: Kubectl;
  readonly installation: Installation;
  /** Is called with what puts a node back, before it is taken out. */
  readonly undoneBy: (undo: () => Promise<void>) => void;
  readonly hold: (milliseconds: number) => Promise<void>;
  /** Clients send nothing until it is over. */
  readonly pauseLoad: (isPaused: boolean) => void;
  /** Records in the log that are not stored. */
  readonly waiting: () => Promise<number>;
  readonly sampled: (sample: LagSample) => void;
}

/** Something that happens to a cluster in production. */
export interface Phase {
  readonly name: string;
  /** Nobody may notice: every answer has to be 200, and no connection may be refused. */
  readonly unnoticed?: true;
  /** A kind of object that the cluster has to know: otherwise it is left out. */
  readonly needs?: string;
  /** Resolves with a remark when all that it changed is ready again. */
  readonly act: (ground: Ground) => Promise<string>;
}
