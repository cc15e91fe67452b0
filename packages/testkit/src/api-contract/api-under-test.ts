import { openApiDocument } from '@sluice/openapi';
import { DocumentedAnswers } from '../openapi/documented-answers';

export type Json = Record<string, unknown>;

/** An answer; its body is JSON. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** The same before its body is read. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface ApiPlaces {
  /** Where writes go. */
  readonly ingestUrl: string;
  /** Where everything else goes; the same in one process. */
  readonly queryUrl: string;
  readonly bearerToken: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

export interface ApiUnderTest {
  readonly ingestUrl: string;
  /** The `Authorization` with which requests are sent. */
  readonly authorization: string;
  /** The Basic credentials of the same project. */
  readonly basic: string;
  /** What has been answered so far: see `DocumentedAnswers`. */
  readonly documented: ReadonlySet<string>;
  readonly send: (path: string, init?: RequestInit) => Promise<RawAnswer>;
  readonly call: (path: string, init?: RequestInit) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

/**
 * The API of a product that runs, in one process or in several. What is read has all in it that was written before: the
 * receipts of the writes go with it, as the contract has it. Every answer has to be as the OpenAPI document says.
 */
export function connectApi({ ingestUrl, queryUrl, bearerToken, publicKey, secretKey }: ApiPlaces): ApiUnderTest {
  const documented = new DocumentedAnswers(openApiDocument);
  const authorization = `Bearer ${bearerToken}`;
  const receipts = new Receipts();

  async function send(path: string, init: RequestInit = {}): Promise<RawAnswer> {
    const { method = 'GET' } = init;
    const headers = { Authorization: authorization, ...receipts.header, ...(init.headers as Record<string, string>) };
    const response = await fetch((method === 'POST' ? ingestUrl : queryUrl) + path, { ...init, headers });
    receipts.add(response.headers.get('sluice-receipt'));
    const body = Buffer.from(await response.arrayBuffer());
    const answer = { status: response.status, headers: response.headers, body };
    documented.check({ method, path, ...answer });
    return answer;
  }

  async function call(path: string, init: RequestInit = {}): Promise<Answer> {
    const { status, body } = await send(path, init);
    return { status, body: JSON.parse(body.toString()) as Json };
  }

  return {
    ingestUrl,
    authorization,
    basic: `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`,
    documented: documented.seen,
    send,
    call,
    get: (path) => call(path),
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
  };
}

/** The last place of each partition that a write was given. */
class Receipts {
  readonly #offsets = new Map<string, number>();

  add(receipt: string | null): void {
    for (const place of receipt?.split(',') ?? []) {
      const [partition = '', offset] = place.split('@');
      if (offset === undefined) continue; // stored
      this.#offsets.set(partition, Math.max(Number(offset), this.#offsets.get(partition) ?? 0));
    }
  }

  /** None while everything is known to be stored. */
  get header(): { readonly 'Sluice-Receipt'?: string } {
    const places = [...this.#offsets].map(([partition, offset]) => `${partition}@${offset}`);
    return places.length === 0 ? {} : { 'Sluice-Receipt': places.join(',') };
  }
}
