import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { HttpClient } from '../load/http-client';
import type { Random } from '../random-source';
import type { Gateways } from './client';
import type { History } from './history';

/** Name of items that must not be stored: a stored one would be found as an item that no client sent. */
const NAME = 'refused';
const EVERY_MS = 500;

interface HostileRequest {
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
  /** Expected status; 503 is right as well. */
  readonly status: number;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const point = { name: NAME, value: 1, labels: { client: NAME } };
const batch = () => ({ trace: { id: randomUUID() }, observations: [{ id: randomUUID(), name: NAME }] });

/** Requests that have to be refused as a whole; each contains something that could be stored. */
const MAKERS: readonly [() => HostileRequest, ...(() => HostileRequest)[]] = [
  () => ({ path: '/v1/l/batch', headers: JSON_TYPE, body: json(batch()).subarray(0, -1), status: 400 }),
  () => {
    const { trace, observations } = batch();
    const body = json({ trace, observations: [...observations, { id: 'no id', name: NAME }] });
    return { path: '/v1/l/batch', headers: JSON_TYPE, body, status: 400 };
  },
  () => ({
    path: '/v1/metrics/batch',
    headers: JSON_TYPE,
    body: json({ metrics: [point, { ...point, value: 'many' }] }),
    status: 400,
  }),
  () => ({
    path: '/v1/l/batch',
    headers: { ...JSON_TYPE, authorization: 'Bearer nobody' },
    body: json(batch()),
    status: 401,
  }),
  () => ({ path: '/v1/l/batches', headers: JSON_TYPE, body: json(batch()), status: 404 }),
  () => ({
    path: '/api/public/otel/v1/traces',
    headers: { 'content-type': 'application/x-protobuf' },
    body: Buffer.from([0x0a, 0xff, 0xff, 0xff, 0x0f, 1]),
    status: 400,
  }),
  () => ({
    path: '/v1/metrics/batch',
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    body: json({ metrics: [point] }),
    status: 400,
  }),
];

/** Sends requests that have to be refused, with pauses, until it is over. @returns wrong answers, and number of requests */
export async function sendHostile(
  http: HttpClient,
  options: {
    readonly random: Random;
    readonly gateways: Gateways;
    readonly history: History;
    readonly isOver: () => boolean;
  },
): Promise<{ readonly sent: number; readonly wrong: readonly string[] }> {
  const { random, gateways, history, isOver } = options;
  const wrong: string[] = [];
  let sent = 0;
  while (!isOver()) {
    await sleep(EVERY_MS * (0.5 + random.fraction()));
    const urls = gateways.urls();
    const url = urls[random.below(urls.length)];
    if (url === undefined) continue;
    const request = random.pick(MAKERS)();
    const invoked = Date.now();
    const answer = await http.post(`${url}${request.path}`, request.headers, request.body).catch(() => undefined);
    const status = answer?.status ?? 0;
    history.add({ uid: `hostile/${sent}`, invoked, ended: Date.now(), outcome: 'fail', status });
    sent += 1;
    if (![0, 503, request.status].includes(status)) {
      wrong.push(`a request to ${request.path} that is ${request.status} was answered ${status}`);
    }
  }
  return { sent, wrong };
}
