import { formatMicros } from '@sluice/record';
import { keyOf } from '../fuzz/check/sent-events';
import { type ItemRef, type Workload, itemName, observationLine } from './workload';

const OBSERVATIONS = 3;
const MODEL = 'claude-sonnet-4-5';

/** Requests of a group, and the time of their events: the one that is sent last is between the others. */
const REQUESTS = ['begun', 'ended', 'between'] as const;
const TIMES = { begun: 0, between: 1, ended: 2 } as const;
type Request = (typeof REQUESTS)[number];

/**
 * Client of events, with ids that are any text: for every trace one request creates it and its observations, two others update all
 * observations. They contradict each other, so that the order of events has to decide, whatever the order of arrival; each has its own member
 * of one object in metadata.
 */
export function eventWorkload(options: {
  readonly number: number;
  readonly run: string;
  /** Microseconds since the epoch. */
  readonly start: number;
}): Workload {
  const { number, run, start } = options;
  const client = `event-${number}`;
  const traceId = (group: number): string => `${run}/${client}/trace ${group} é`;
  const idOf = (item: ItemRef): string => `${run}/${itemName(client, item)}`;
  const requestOf = (requestNumber: number): Request => REQUESTS[requestNumber % REQUESTS.length] as Request;

  function bodyOf(item: ItemRef, request: Request) {
    const { group, index } = item;
    const name = itemName(client, item);
    const common = { id: idOf(item), traceId: traceId(group), name, metadata: { step: { [request]: index } } };
    if (request === 'begun') {
      return {
        ...common,
        ...{ startTime: formatMicros(start + group * 1_000 + index), model: MODEL, input: { question: `of ${name}` } },
        parentObservationId: index === 0 ? null : idOf({ group, index: 0 }),
      };
    }
    return {
      ...common,
      endTime: formatMicros(start + group * 1_000 + TIMES[request] * 1_000_000),
      output: { answer: `${request} ${name}` },
      usageDetails: { input: 10 + index, output: TIMES[request] },
    };
  }

  return {
    client,
    stored: 'observation',
    itemsPerGroup: OBSERVATIONS,
    groupOf: (requestNumber) => Math.floor(requestNumber / REQUESTS.length),
    requestsOf: (group) => REQUESTS.map((_, n) => REQUESTS.length * group + n),
    request(requestNumber) {
      const group = Math.floor(requestNumber / REQUESTS.length);
      const request = requestOf(requestNumber);
      const timestamp = formatMicros(start + group * 1_000 + TIMES[request] * 1_000_000);
      const event = (type: string, body: { readonly id: string }) => ({
        ...{ id: `${request} ${body.id}`, type, timestamp, body },
      });
      const type = request === 'begun' ? 'generation-create' : 'generation-update';
      const batch = Array.from({ length: OBSERVATIONS }, (_, index) => event(type, bodyOf({ group, index }, request)));
      const trace = { id: traceId(group), name: client, userId: `user-${group % 100}`, tags: ['events'] };
      return {
        path: '/api/public/ingestion',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(
          JSON.stringify({ batch: request === 'begun' ? [event('trace-create', trace), ...batch] : batch }),
        ),
        items: OBSERVATIONS,
      };
    },
    expected(item, applied) {
      const { group, index } = item;
      if (index >= OBSERVATIONS) return undefined;
      const is = (request: Request): boolean => applied.has(REQUESTS.length * group + REQUESTS.indexOf(request));
      const seen = [...REQUESTS].filter(is).sort();
      if (seen.length === 0) return undefined;
      const update = is('ended') ? 'ended' : is('between') ? 'between' : undefined;
      const name = itemName(client, item);
      const parentId = index === 0 ? null : keyOf('observation', idOf({ group, index: 0 }));
      const begun = {
        model: MODEL,
        start: start + group * 1_000 + index,
        input: JSON.stringify({ question: `of ${name}` }),
      };
      return observationLine({
        id: keyOf('observation', idOf(item)),
        traceId: keyOf('trace', traceId(group)),
        type: 'GENERATION',
        ...(is('begun') ? { ...begun, parentId } : { model: null, start: null, input: null, parentId: null }),
        end: update === undefined ? null : start + group * 1_000 + TIMES[update] * 1_000_000,
        output: update === undefined ? null : JSON.stringify({ answer: `${update} ${name}` }),
        inputTokens: update === undefined ? null : 10 + index,
        outputTokens: update === undefined ? null : TIMES[update],
        metadata: `{"step":{${seen.map((request) => `"${request}":${index}`).join()}}}`,
      });
    },
  };
}
