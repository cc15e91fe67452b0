import { comesTrue, eventually } from '@sluice/machine';
import { openApiDocument } from '@sluice/openapi';
import { DocumentedAnswers } from '@sluice/openapi/testing';

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
  /**
   * Whether a read finds what was written before: always, as in one process, where it brings the receipts of the writes, or only in
   * time, as for SDKs, which send no receipts. The default is always.
   */
  readonly finds?: 'always' | 'by receipt' | 'in time';
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
  /** Of a write that was made without this. */
  readonly noteReceipt: (receipt: string) => void;
  /** Reads and compares: once, or, where a read finds only in time what was written here, until it is so. */
  readonly sees: (check: () => Promise<void>) => Promise<void>;
  /** The same of what a process has written whose receipts are not known here. */
  readonly seesOfOthers: (check: () => Promise<void>) => Promise<void>;
}

/** What the answer asks to try again, of a write, or of a read that brings a receipt. */
const TOOK_TOO_LONG = /not stored within|behind this receipt/;

const once = (check: () => Promise<void>): Promise<void> => check();

/** The API of a product that runs, in one process or in several. Every answer is compared with the OpenAPI document. */
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

  /** Several processes may take longer than they wait: sent again then, as the answer asks. */
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
