import { comesTrue, eventually } from '@sluice/testbed/machine';
import { openApiDocument } from '@sluice/api';
import { DocumentedAnswers } from '@sluice/api/testing';

export type Json = Record<string, unknown>;

/** Answer with a JSON body. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** Answer before its body is parsed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface ApiPlaces {
  /** URL of writes. */
  readonly ingestUrl: string;
  /** URL of everything else; the same for one process. */
  readonly queryUrl: string;
  readonly bearerToken: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /**
   * Whether a read finds earlier writes: always, as in one process; only with their receipts; or only in time, as for SDKs, which send no
   * receipts. Default: always.
   */
  readonly finds?: 'always' | 'by receipt' | 'in time';
}

export interface ApiUnderTest {
  readonly ingestUrl: string;
  /** `Authorization` header of the requests. */
  readonly authorization: string;
  /** Basic credentials of the same project. */
  readonly basic: string;
  /** Answers until now: see `DocumentedAnswers`. */
  readonly documented: ReadonlySet<string>;
  readonly send: (path: string, init?: RequestInit) => Promise<RawAnswer>;
  readonly call: (path: string, init?: RequestInit) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** Adds the receipt of a write that another client made. */
  readonly noteReceipt: (receipt: string) => void;
  /** Reads and compares: once, or repeatedly until it is right where a read finds writes only in time. */
  readonly sees: (check: () => Promise<void>) => Promise<void>;
  /** The same for writes of another process, whose receipts are unknown here. */
  readonly seesOfOthers: (check: () => Promise<void>) => Promise<void>;
}

/** Message of a 503 that requests a retry, of a write, or of a read with a receipt. */
const TOOK_TOO_LONG = /not stored within|behind this receipt/;

const once = (check: () => Promise<void>): Promise<void> => check();

/** Connects to the API of a running product, in one process or in several. Compares every answer with the OpenAPI document. */
export function connectApi({
  ingestUrl,
  queryUrl,
  bearerToken,
  publicKey,
  secretKey,
  finds = 'always',
}: ApiPlaces): ApiUnderTest {
  const documented = new DocumentedAnswers(openApiDocument);
  const authorization = `Bearer ${bearerToken}`;
  const receipts = new Receipts();

  async function exchange(path: string, init: RequestInit): Promise<RawAnswer> {
    const { method = 'GET' } = init;
    const receipt = finds === 'in time' ? {} : receipts.header;
    const headers = { Authorization: authorization, ...receipt, ...(init.headers as Record<string, string>) };
    const response = await fetch((method === 'POST' ? ingestUrl : queryUrl) + path, { ...init, headers });
    receipts.add(response.headers.get('sluice-receipt'));
    const body = Buffer.from(await response.arrayBuffer());
    const answer = { status: response.status, headers: response.headers, body };
    documented.check({ method, path, ...answer });
    return answer;
  }

  /** Repeats a request as the answer requests, because several processes may need longer than they wait. */
  async function send(path: string, init: RequestInit = {}): Promise<RawAnswer> {
    if (finds === 'always') return exchange(path, init);
    const isFinal = ({ status, body }: RawAnswer) => status !== 503 || !TOOK_TOO_LONG.test(body.toString());
    return eventually(() => exchange(path, init), isFinal);
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
    noteReceipt: (receipt) => receipts.add(receipt),
    sees: finds === 'in time' ? comesTrue : once,
    seesOfOthers: finds === 'always' ? once : comesTrue,
  };
}

/** Highest offset of each partition in the receipts of writes. */
class Receipts {
  readonly #offsets = new Map<string, number>();

  add(receipt: string | null): void {
    for (const place of receipt?.split(',') ?? []) {
      const [partition = '', offset] = place.split('@');
      if (offset === undefined) continue; // stored
      this.#offsets.set(partition, Math.max(Number(offset), this.#offsets.get(partition) ?? 0));
    }
  }

  /** Empty while everything is known to be stored. */
  get header(): { readonly 'Sluice-Receipt'?: string } {
    const places = [...this.#offsets].map(([partition, offset]) => `${partition}@${offset}`);
    return places.length === 0 ? {} : { 'Sluice-Receipt': places.join(',') };
  }
}
