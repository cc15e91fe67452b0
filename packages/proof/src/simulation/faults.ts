import type { Random } from './random';

const coded = (code: string): Error => Object.assign(new Error(`simulated ${code}`), { code });

/** Failures that can pass: a deadlock, a time-out, a restart, a full disk, a cut connection. */
const PASSING = [
  () => coded('40P01'),
  () => coded('55P03'),
  () => coded('57P01'),
  () => coded('53100'),
  () => new Error('Connection terminated unexpectedly'),
] as const;

/** What goes wrong between the processes and the database, while anything may. */
export class Faults {
  /** False once all is healed. */
  active = true;
  /** A right is missing: an operator has to give it. */
  refusing = false;
  /** It was missing some time. */
  hasRefused = false;
  readonly #random: Random;
  readonly #share: number;

  /** @param share of all statements that fail */
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

  /** The connection is cut after COMMIT was sent. */
  ofCommit(): Error | undefined {
    return this.active && this.#random.chance(this.#share * 2)
      ? new Error('Connection terminated unexpectedly')
      : undefined;
  }

  /** A broker is away, or no longer the one to ask. */
  ofBroker(): Error | undefined {
    if (!this.active || !this.#random.chance(this.#share)) return undefined;
    return Object.assign(new Error('a broker is away'), { name: 'KafkaJSConnectionError' });
  }
}
