import type { Random } from './random';

/** A process, or a server. What it waits for does not come while it is frozen, and never once it is dead. */
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

/** What must never happen has happened. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

const NOBODY: Actor = { name: 'nobody', state: 'alive' };
/** While something else could go on, a timer comes first in so many of all turns: any wait may take any time. */
const TIMER_SHARE = 0.1;

/**
 * Decides what goes on next, and so the order of everything: whatever a simulated process waits for is a step here, and
 * one that is ready is resumed at a time, chosen by the seed. Time is a number that jumps to the timer that is due next.
 */
export class Scheduler {
  readonly random: Random;
  /** Virtual milliseconds since the beginning. */
  now = 0;
  /** Every turn that was taken, for one who looks at a schedule. */
  readonly history: string[] | undefined;
  #waiting: Waiting[] = [];
  readonly #timers = new Set<Timer>();
  #current = NOBODY;
  #violation: Violation | undefined;

  constructor(random: Random, keepHistory: boolean) {
    this.random = random;
    this.history = keepHistory ? [] : undefined;
  }

  /** Resolves at a turn that the schedule chooses, and not before `ready` is true. */
  step(actor: Actor, label: string, ready?: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (actor.state !== 'dead') this.#waiting.push({ actor, label, ready, resume: resolve });
    });
  }

  /** Fires in `afterMs` of virtual time, for the actor whose turn it is. */
  addTimer(afterMs: number, fire: () => void): object {
    const timer: Timer = { actor: this.#current, at: this.now + afterMs, fire };
    this.#timers.add(timer);
    return timer;
  }

  removeTimer(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  /** Does something on behalf of an actor, until all of it waits. */
  async act(actor: Actor, label: string, work: () => void): Promise<void> {
    this.history?.push(`${this.now.toFixed(0)} ${actor.name}: ${label}`);
    this.#current = actor;
    work();
    await allWait();
    this.#current = NOBODY;
    if (this.#violation !== undefined) throw this.#violation;
  }

  /** One step or one timer; false when nothing can go on. */
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

  /** Nothing of it goes on. */
  kill(actor: Actor): void {
    actor.state = 'dead';
    this.#waiting = this.#waiting.filter((each) => each.actor !== actor);
    for (const timer of this.#timers) if (timer.actor === actor) this.#timers.delete(timer);
  }

  /** Ends the schedule: whoever goes on might swallow an error that is thrown where it is found. */
  violate(what: string): never {
    throw this.blame(what);
  }

  /** As `violate`, for one who must not throw. */
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

/** Ticks run when no promise has anything left to do. */
function allWait(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
