import type { Random } from './random';

/** Process or server. Its waits do not end while it is frozen, and never after it is dead. */
export interface Actor {
  readonly name: string;
  state: 'alive' | 'frozen' | 'dead';
}

interface Waiting {
  readonly actor: Actor;
  readonly label: string;
  readonly ready: (() => boolean) | undefined;
  readonly resume: () => void;
}

interface Timer {
  readonly actor: Actor;
  readonly at: number;
  readonly fire: () => void;
}

/** Event that must never happen. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

const NOBODY: Actor = { name: 'nobody', state: 'alive' };
/** Share of turns in which a timer fires although a step is possible: any wait may take any time. */
const TIMER_SHARE = 0.1;

/**
 * Decides the next step, and so the order of everything: every wait of a simulated process is a step here, and the seed chooses the next
 * one of those that are ready. Time is a number that jumps to the next timer.
 */
export class Scheduler {
  readonly random: Random;
  /** Virtual milliseconds since the start. */
  now = 0;
  /** All turns, to investigate a schedule. */
  readonly history: string[] | undefined;
  #waiting: Waiting[] = [];
  readonly #timers = new Set<Timer>();
  #current = NOBODY;
  #violation: Violation | undefined;

  constructor(random: Random, keepHistory: boolean) {
    this.random = random;
    this.history = keepHistory ? [] : undefined;
  }

  /** Resolves at a turn that the schedule chooses, and not before `ready` returns true. */
  step(actor: Actor, label: string, ready?: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (actor.state !== 'dead') this.#waiting.push({ actor, label, ready, resume: resolve });
    });
  }

  /** Fires in `afterMs` of virtual time, for the actor of the current turn. */
  addTimer(afterMs: number, fire: () => void): object {
    const timer: Timer = { actor: this.#current, at: this.now + afterMs, fire };
    this.#timers.add(timer);
    return timer;
  }

  removeTimer(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  /** Runs work of an actor until everything in it waits. */
  async act(actor: Actor, label: string, work: () => void): Promise<void> {
    this.history?.push(`${this.now.toFixed(0)} ${actor.name}: ${label}`);
    this.#current = actor;
    work();
    await allWait();
    this.#current = NOBODY;
    if (this.#violation !== undefined) throw this.#violation;
  }

  /** Runs one step or one timer; returns false when nothing can continue. */
  async turn(): Promise<boolean> {
    const ready = this.#waiting.filter(({ actor, ready: isReady }) => actor.state === 'alive' && (isReady?.() ?? true));
    const timer = ready.length === 0 || this.random.chance(TIMER_SHARE) ? this.#nextTimer() : undefined;
    if (timer !== undefined) {
      this.#timers.delete(timer);
      this.now = Math.max(this.now, timer.at);
      await this.act(timer.actor, 'timer', timer.fire);
      return true;
    }
    const chosen = ready[this.random.below(ready.length)];
    if (chosen === undefined) return false;
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
    await this.act(chosen.actor, chosen.label, chosen.resume);
    return true;
  }

  /** Drops all steps and timers of an actor. */
  kill(actor: Actor): void {
    actor.state = 'dead';
    this.#waiting = this.#waiting.filter((each) => each.actor !== actor);
    for (const timer of this.#timers) if (timer.actor === actor) this.#timers.delete(timer);
  }

  /** Ends the schedule: the caller might catch the error, so the scheduler throws it again. */
  violate(what: string): never {
    throw this.blame(what);
  }

  /** Records a violation without throwing, for callers that must not throw. */
  blame(what: string): Violation {
    return (this.#violation ??= new Violation(what));
  }

  #nextTimer(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.actor.state === 'alive' && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  }
}

/** Resolves at the next tick, which runs when no promise is left to resolve. */
function allWait(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
