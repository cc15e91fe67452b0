import { type FuzzInput, isWrite } from '../input/fuzz-input';
import type { WireAnswer } from '../wire/wire-answer';
import { partialSuccessOf } from './answer-shapes';
import { possibleTimes } from './possible-times';
import { ScoreLedger } from './score-ledger';
import { eventsIn, resultsOf } from './sent-events';
import { type Sent, isJson, meant, plainBody, sentBy } from './sent-items';
import { bodyText } from './text';

/** Length of an id that a result repeats. */
const LONGEST_ID = 800;

/** Spans of one request, some of which were refused: `stored` of them are stored, and the product chooses which. */
export interface PartlyStored {
  readonly index: number;
  readonly candidates: readonly string[];
  readonly stored: number;
}

const isObservation = (item: string): boolean => item.includes('/');

/** Items that must be stored according to the answers, for comparison with the rows. */
export class Ledger {
  /** Traces by their ids, observations by `<trace>/<id>`, with the input that sent them first. */
  readonly items = new Map<string, number>();
  /** Number of inputs that sent each trace. */
  readonly traces = new Map<string, number>();
  readonly scores = new ScoreLedger();
  readonly partly: PartlyStored[] = [];
  /** Number of times that each point accepted since the last comparison must be stored. */
  readonly points = new Map<string, number>();
  /** Inputs since the last comparison without an answer, or with an answer that leaves open what is stored. */
  readonly unclear = new Set<number>();
  /** Items that unclear inputs may have stored. */
  readonly possible = {
    items: new Set<string>(),
    /** Number of times that each point may be stored. */
    points: new Map<string, number>(),
    /** Inputs whose points this reader cannot parse: any point with a time of such an input may be stored, */
    inputs: new Set<number>(),
    /** or with one of these times, in microseconds. */
    micros: new Set<bigint>(),
  };
  /** Inputs that made a trace since the last comparison. */
  readonly readable: number[] = [];

  /** Records a success. @returns what is wrong with it */
  accept(input: FuzzInput, answer: WireAnswer): string | undefined {
    if (!isWrite(input.endpoint)) return undefined;
    try {
      if (input.endpoint === 'scores') return this.scores.accept(input, answer);
      const sent = sentBy(input);
      if (sent !== undefined) return this.#accept(input, sent, answer);
    } catch {
      return '200 for a body that cannot be read';
    }
    this.noteUnclear(input);
    return undefined;
  }

  #accept(input: FuzzInput, sent: Sent, answer: WireAnswer): string | undefined {
    if (input.endpoint === 'events') return this.#acceptEvents(input, answer);
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
      // The product may refuse one of two spans with the same id.
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

  /** Expects the items of the events that the answer names as stored. Of an id with both results it is unclear which event has which. */
  #acceptEvents(input: FuzzInput, answer: WireAnswer): string | undefined {
    const events = eventsIn(JSON.parse(bodyText(plainBody(input) ?? input.body)));
    const { stored, refused } = resultsOf(answer);
    const [isStored, isRefused] = [new Set(stored), new Set(refused)];
    const results = stored.length + refused.length;
    const logs = events.filter(({ isLog }) => isLog).length;
    if (results > events.length || results < events.length - logs) {
      return `${events.length} events were sent, answered ${results} results`;
    }
    for (const { id, isLog, items } of events) {
      if (id === undefined || isLog) continue;
      if (isStored.has(id) && isRefused.has(id)) for (const item of items) this.possible.items.add(item);
      else if (isStored.has(id)) this.expect(input.index, items);
      else if (!isRefused.has(id) && id.length <= LONGEST_ID) return `an event has no result: ${id.slice(0, 100)}`;
    }
    return undefined;
  }

  /** Records an answer other than 200. @returns what is wrong with it: an OTLP export is accepted when any of it can be stored */
  refuse(input: FuzzInput, status: number): string | undefined {
    const { endpoint, done } = input;
    if (done.length > 0 || (endpoint !== 'otlp-metrics' && endpoint !== 'otlp-logs')) return undefined;
    const sent = sentBy(input);
    if (sent === undefined) return undefined;
    const isRight = endpoint === 'otlp-metrics' && sent.points.length === 0 && sent.refused !== 0;
    return isRight ? undefined : `answered ${status} where ${sent.points.length} points can be stored`;
  }

  /** Begins the next comparison; call it when everything was compared. */
  startAnew(): void {
    this.partly.length = 0;
    this.points.clear();
    this.unclear.clear();
    for (const items of Object.values(this.possible)) items.clear();
    this.readable.length = 0;
  }

  /** Records an input that may have stored all or some of its items. */
  noteUnclear(input: FuzzInput): void {
    if (!isWrite(input.endpoint)) return;
    this.unclear.add(input.index);
    if (input.endpoint === 'scores') {
      this.scores.noteUnclear(input);
      return;
    }
    const whole = meant(input);
    let sent: Sent | undefined;
    try {
      sent = sentBy(whole);
    } catch {
      // The body is invalid: the product stores nothing of it, or the readable items of a damaged body.
    }
    for (const item of sent?.items ?? []) this.possible.items.add(item);
    count(this.possible.points, sent?.points ?? []);
    if (sent !== undefined || input.endpoint !== 'otlp-metrics') return;
    this.possible.inputs.add(input.index);
    for (const time of possibleTimes(plainBody(whole) ?? whole.body, isJson(input))) this.possible.micros.add(time);
  }

  /** @param items items that an input stores: each trace before its observations */
  expect(index: number, items: readonly string[]): void {
    for (const item of new Set(items)) {
      if (!isObservation(item)) {
        if (!this.traces.has(item)) this.readable.push(index);
        this.traces.set(item, (this.traces.get(item) ?? 0) + 1);
      }
      if (!this.items.has(item)) this.items.set(item, index);
    }
  }

  /** Returns the ids of the stored observations of a trace. */
  observationsOf(trace: string): ReadonlySet<string> {
    const keys = [...this.items.keys()].filter((item) => item.startsWith(`${trace}/`));
    return new Set(keys.map((key) => key.slice(trace.length + 1)));
  }
}

function count(times: Map<string, number>, keys: readonly string[]): void {
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
}

/** Returns the number of stored observations or points according to the answer. */
function storedCount({ body }: WireAnswer): number {
  const { accepted, message = '' } = JSON.parse(body.toString()) as {
    readonly message?: string;
    readonly accepted?: number;
  };
  return accepted ?? Number(/^stored the trace and (\d+) observations?$/.exec(message)?.[1]);
}
