import type { FuzzInput } from '../input/fuzz-input';
import type { WireAnswer } from '../wire/wire-answer';
import { partialSuccessOf } from './answer-shapes';
import { possibleTimes } from './possible-times';
import { type Sent, isJson, meant, plainBody, sentBy } from './sent-items';

/** Spans of one request of which some were refused: so many of them are stored, which ones is the product's to say. */
export interface PartlyStored {
  readonly index: number;
  readonly candidates: readonly string[];
  readonly stored: number;
}

const WRITES: readonly FuzzInput['endpoint'][] = ['native', 'otlp', 'otlp-metrics', 'otlp-logs', 'metrics'];

const isObservation = (item: string): boolean => item.includes('/');

/** What is stored according to the answers, to be compared with the rows. */
export class Ledger {
  /** Traces by their ids, observations by `<trace>/<id>`, with the input that sent them first. */
  readonly items = new Map<string, number>();
  /** How many inputs sent each trace. */
  readonly traces = new Map<string, number>();
  readonly partly: PartlyStored[] = [];
  /** How often each point is to be stored that was accepted since the last comparison. */
  readonly points = new Map<string, number>();
  /** Inputs since of which it is not clear what they have stored: no answer came, or one that leaves it open. */
  readonly unclear = new Set<number>();
  /** What these may have stored, and nothing else: their own items. */
  readonly possible = {
    items: new Set<string>(),
    /** How often each point. */
    points: new Map<string, number>(),
    /** Inputs whose points plain code cannot read: any with times of theirs, */
    inputs: new Set<number>(),
    /** or with these, in microseconds. */
    micros: new Set<bigint>(),
  };
  /** Inputs that made a trace since the last comparison. */
  readonly readable: number[] = [];

  /** Takes note of a 200. @returns what is wrong with it */
  accept(input: FuzzInput, answer: WireAnswer): string | undefined {
    if (!WRITES.includes(input.endpoint)) return undefined;
    try {
      const sent = sentBy(input);
      if (sent !== undefined) return this.#accept(input, sent, answer);
    } catch {
      return '200 for a body that cannot be read';
    }
    this.noteUnclear(input);
    return undefined;
  }

  #accept(input: FuzzInput, sent: Sent, answer: WireAnswer): string | undefined {
    count(this.points, sent.points);
    const observations = sent.items.filter(isObservation);
    if (input.endpoint === 'native' || input.endpoint === 'metrics') {
      this.expect(input.index, sent.items);
      const [stored, expected] = [storedCount(answer), observations.length + sent.points.length];
      return stored === expected ? undefined : `${expected} observations or points were sent, answered ${stored}`;
    }
    const { rejected, message } = partialSuccessOf(input.endpoint, answer);
    if (input.endpoint === 'otlp' && rejected > sent.refused && input.done.length > 0) {
      const stored = observations.length + sent.refused - rejected;
      // Of a span that is sent twice, one may be refused.
      const isDistinct = new Set(observations).size === observations.length;
      if (isDistinct) this.partly.push({ index: input.index, candidates: observations, stored });
      for (const item of sent.items) this.possible.items.add(item);
      return undefined;
    }
    this.expect(input.index, sent.items);
    if (rejected !== sent.refused) return `${sent.refused} items cannot be stored, answered ${rejected}`;
    if (rejected > 0 && message === '') return 'a refusal without a reason';
    const isNothing = input.endpoint === 'otlp-metrics' && sent.points.length === 0 && sent.refused > 0;
    return isNothing ? '200 where no data point can be stored' : undefined;
  }

  /** Takes note of what is no 200. @returns what is wrong with it: an OTLP export is accepted when any of it can be stored */
  refuse(input: FuzzInput, status: number): string | undefined {
    const { endpoint, done } = input;
    if (done.length > 0 || (endpoint !== 'otlp-metrics' && endpoint !== 'otlp-logs')) return undefined;
    const sent = sentBy(input);
    if (sent === undefined) return undefined;
    const isRight = endpoint === 'otlp-metrics' && sent.points.length === 0 && sent.refused !== 0;
    return isRight ? undefined : `answered ${status} where ${sent.points.length} points can be stored`;
  }

  /** To be called when everything was compared. */
  startAnew(): void {
    this.partly.length = 0;
    this.points.clear();
    this.unclear.clear();
    for (const items of Object.values(this.possible)) items.clear();
    this.readable.length = 0;
  }

  /** Takes note of an input that may have stored its items, all of them or some. */
  noteUnclear(input: FuzzInput): void {
    if (!WRITES.includes(input.endpoint)) return;
    this.unclear.add(input.index);
    const whole = meant(input);
    let sent: Sent | undefined;
    try {
      sent = sentBy(whole);
    } catch {
      // It is no such body: nothing is stored of it, or what is in it of a damaged one.
    }
    for (const item of sent?.items ?? []) this.possible.items.add(item);
    count(this.possible.points, sent?.points ?? []);
    if (sent !== undefined || input.endpoint !== 'otlp-metrics') return;
    this.possible.inputs.add(input.index);
    for (const time of possibleTimes(plainBody(whole) ?? whole.body, isJson(input))) this.possible.micros.add(time);
  }

  /** @param items what an input stores: each trace before its observations */
  expect(index: number, items: readonly string[]): void {
    for (const item of new Set(items)) {
      if (!isObservation(item)) {
        if (!this.traces.has(item)) this.readable.push(index);
        this.traces.set(item, (this.traces.get(item) ?? 0) + 1);
      }
      if (!this.items.has(item)) this.items.set(item, index);
    }
  }

  /** The ids of the observations that are stored of a trace. */
  observationsOf(trace: string): ReadonlySet<string> {
    const keys = [...this.items.keys()].filter((item) => item.startsWith(`${trace}/`));
    return new Set(keys.map((key) => key.slice(trace.length + 1)));
  }
}

function count(times: Map<string, number>, keys: readonly string[]): void {
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
}

/** How many observations or points were stored according to the answer. */
function storedCount({ body }: WireAnswer): number {
  const { accepted, message = '' } = JSON.parse(body.toString()) as {
    readonly message?: string;
    readonly accepted?: number;
  };
  return accepted ?? Number(/^stored the trace and (\d+) observations?$/.exec(message)?.[1]);
}
