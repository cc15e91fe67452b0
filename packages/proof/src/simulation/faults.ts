import type { Random } from './random';

const coded = (code: string): Error => Object.assign(new Error(`simulated ${code}`), { code });

/** Temporary failures: a deadlock, a time-out, a restart, a full disk, a lost connection. */
const PASSING = [
  () => coded('40P01'),
  () => coded('55P03'),
  () => coded('57P01'),
  () => coded('53100'),
  () => new Error('Connection terminated unexpectedly'),
] as const;

/** Failures between the processes and the database, while the schedule allows any. */
export class Faults {
  /** False when everything is healed. */
  active = true;
  /** A privilege is missing: an operator has to grant it. */
  refusing = false;
  /** A privilege was missing at some time. */
  hasRefused = false;
  readonly #random: Random;
  readonly #share: number;

  /** @param share probability that a statement fails */
  constructor(random: Random, share: number) {
    this.#random = random;
    this.#share = share;
  }

  ofStatement(): Error | undefined {
    if (this.refusing) {
      this.hasRefused = true;
      return coded('42501');
    }
    return this.active && this.#random.chance(this.#share) ? this.#random.pick(PASSING)() : undefined;
  }

  /** The connection is lost after COMMIT was sent. */
  ofCommit(): Error | undefined {
    return this.active && this.#random.chance(this.#share * 2)
      ? new Error('Connection terminated unexpectedly')
      : undefined;
  }

  /** A broker does not answer, or is no longer the leader. */
  ofBroker(): Error | undefined {
    if (!this.active || !this.#random.chance(this.#share)) return undefined;
    return Object.assign(new Error('a broker is away'), { name: 'KafkaJSConnectionError' });
  }
}
