import type { FuzzInput } from '../input/fuzz-input';
import type { WireAnswer } from '../wire/wire-answer';
import { partialSuccessOf } from './otlp-answer';
import { type ObservationKey, type Sent, isJson, meantBy, plainBody, sentBy } from './sent';
import { possibleTimes } from './possible-times';

/** What has to be stored of one trace. */
export interface ExpectedTrace {
  /** The input that spoke of it first. */
  readonly owner: number;
  /** How many inputs spoke of it. */
  inputs: number;
  readonly observations: Set<string>;
}

/** Spans of one request of which some were refused: so many of them are stored, which ones is the product's to say. */
export interface PartlyStored {
  readonly index: number;
  readonly candidates: readonly ObservationKey[];
  readonly stored: number;
}

const WRITES: readonly FuzzInput['endpoint'][] = ['native', 'otlp', 'otlp-metrics', 'otlp-logs', 'metrics'];

/** What is stored according to the answers, to be compared with the rows. */
export class Ledger {
  readonly traces = new Map<string, ExpectedTrace>();
  readonly partly: PartlyStored[] = [];
  /** How often each point is to be stored that was accepted since the last comparison. */
  readonly points = new Map<string, number>();
  /** Inputs since of which it is not clear what they have stored: no answer came, or one that leaves it open. */
  readonly unclear = new Set<number>();
  /** What these may have stored, and nothing else: their own items. */
  readonly possible = {
    traces: new Set<string>(),
    /** `<trace>/<id>` */
    observations: new Set<string>(),
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
    let sent: Sent | undefined;
    try {
      sent = sentBy(input);
    } catch {
      return '200 for a body that cannot be read';
    }
    if (sent === undefined) {
      this.noteUnclear(input);
      return undefined;
    }
    for (const point of sent.points) this.points.set(point, (this.points.get(point) ?? 0) + 1);
    if (input.endpoint === 'otlp-metrics' || input.endpoint === 'otlp-logs') return wrongRefusal(input, sent, answer);
    const counted = countOf(input, answer);
    if (input.endpoint === 'metrics')
      return counted === sent.points.length ? undefined : `${sent.points.length} points sent, answered ${counted}`;
    if (input.endpoint === 'native') {
      this.expect(
        input.index,
        sent.trace ?? '',
        sent.observations.map((key) => key?.id ?? ''),
      );
      return counted === sent.observations.length
        ? undefined
        : `${sent.observations.length} observations sent, answered ${counted}`;
    }
    return this.#acceptSpans(input, sent, counted);
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
    const { traces, points, inputs, micros } = this.possible;
    const sent = meantBy(input);
    if (sent === undefined && input.endpoint === 'otlp-metrics') {
      inputs.add(input.index);
      const body = plainBody({ ...input, body: input.meant, bodyIntact: true }) ?? input.meant;
      for (const time of possibleTimes(body, isJson(input))) micros.add(time);
    }
    if (sent === undefined) return;
    for (const point of sent.points) points.set(point, (points.get(point) ?? 0) + 1);
    if (sent.trace !== undefined) traces.add(sent.trace);
    this.#notePossible(sent.observations);
  }

  #notePossible(keys: Sent['observations']): void {
    for (const key of keys) {
      if (key === undefined) continue;
      this.possible.observations.add(`${key.trace}/${key.id}`);
    }
  }

  #acceptSpans(input: FuzzInput, { observations }: Sent, rejected: number): string | undefined {
    const keys = observations.filter((key) => key !== undefined);
    if (rejected < observations.length - keys.length) return 'a span without ids was not refused';
    if (rejected > observations.length - keys.length) {
      const distinct = new Set(keys.map(({ trace, id }) => `${trace}/${id}`)).size === keys.length;
      // Of a span that is sent twice, one may be refused.
      if (distinct) this.partly.push({ index: input.index, candidates: keys, stored: observations.length - rejected });
      this.#notePossible(keys);
      return undefined;
    }
    for (const { trace, id } of keys) this.expect(input.index, trace, [id]);
    return undefined;
  }

  /** What an input stores of a trace, whose id is a UUID like those of its observations. */
  expect(index: number, trace: string, ids: readonly string[]): void {
    const known = this.traces.get(trace);
    const expected = known ?? { owner: index, inputs: 0, observations: new Set<string>() };
    expected.inputs += 1;
    if (known === undefined) {
      this.traces.set(trace, expected);
      this.readable.push(index);
    }
    for (const id of ids) expected.observations.add(id);
  }
}

/** What is wrong with what the answer to an export of metrics or logs says was refused. */
function wrongRefusal(input: FuzzInput, { points, refused = 0 }: Sent, answer: WireAnswer): string | undefined {
  const { rejected, message } = partialSuccessOf(answer);
  if (rejected !== refused) return `${refused} data points or log records cannot be stored, answered ${rejected}`;
  if (rejected > 0 && message === '') return 'a refusal without a reason';
  const isNothing = input.endpoint === 'otlp-metrics' && points.length === 0 && refused > 0;
  return isNothing ? '200 where no data point can be stored' : undefined;
}

/** What the answer says was stored: observations or points; of OTLP how many spans were refused. */
function countOf({ endpoint }: FuzzInput, wire: WireAnswer): number {
  if (endpoint === 'otlp') return partialSuccessOf(wire).rejected;
  const answer = JSON.parse(wire.body.toString()) as { readonly message?: string; readonly accepted?: number };
  if (endpoint === 'metrics') return answer.accepted ?? NaN;
  return Number(/^stored the trace and (\d+) observations?$/.exec(answer.message ?? '')?.[1]);
}
