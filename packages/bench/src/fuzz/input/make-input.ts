import { deflateSync, gzipSync } from 'node:zlib';
import { type Choices, choicesOf } from './choices';
import { type Draft, type FuzzInput, type FuzzWorld, type Target, targetOf } from './fuzz-input';
import { withOddHeaders } from './headers';
import { limitDraft } from './limits';
import { metricsDraft } from './metrics';
import { mutateBytes } from './mutate-bytes';
import { nativeDraft } from './native';
import { OTLP_PATHS } from './otlp-message';
import { pointsDraft } from './otlp-points';
import { spansDraft } from './otlp-spans';
import { queryDraft } from './query';

type MakeDraft = (world: FuzzWorld, index: number, choices: Choices) => Draft;

/** What is sent in a body. */
const BODIES = {
  native: nativeDraft,
  'otlp-json': (...of) => spansDraft(...of, 'json'),
  'otlp-protobuf': (...of) => spansDraft(...of, 'protobuf'),
  metrics: metricsDraft,
  'otlp-metrics-json': (...of) => pointsDraft(...of, 'json'),
  'otlp-metrics-protobuf': (...of) => pointsDraft(...of, 'protobuf'),
} satisfies Readonly<Partial<Record<Target, MakeDraft>>>;
const DRAFTS: Readonly<Record<Exclude<Target, 'headers'>, MakeDraft>> = { ...BODIES, query: queryDraft };

/** How rare inputs of many bytes are: each costs as much as hundreds of others. */
const LARGE_ONE_IN = 1500;
const HEAVY_BYTES = 1_000_000;

/** The input of this number: the same for the same seed, index and choices. */
export function makeInput(world: FuzzWorld, index: number, choices: Choices = choicesOf(world.seed, index)): FuzzInput {
  const target = targetOf(index);
  if (target === 'headers') {
    const make = choices.oneIn(4) ? queryDraft : choices.pick(Object.values(BODIES));
    return withOddHeaders(world, index, make(world, index, choices), choices);
  }
  if (target !== 'query' && choices.oneIn(LARGE_ONE_IN)) {
    return withUsualHeaders(world, { index, target, draft: limitDraft(world, index, target, choices) }, choices);
  }
  const draft = astray(DRAFTS[target](world, index, choices), choices);
  return withUsualHeaders(world, { index, target, draft }, choices);
}

/** Rarely, an export of one signal goes to the path of any. */
function astray(draft: Draft, choices: Choices): Draft {
  const isOtlp = OTLP_PATHS.some(({ endpoint }) => endpoint === draft.endpoint);
  if (!isOtlp || !choices.oneIn(80)) return draft;
  const other = choices.pick(OTLP_PATHS);
  return { ...draft, ...other, done: [...draft.done, `sent to ${other.path}`] };
}

function withUsualHeaders(
  world: FuzzWorld,
  { index, target, draft }: { readonly index: number; readonly target: Target; readonly draft: Draft },
  choices: Choices,
): FuzzInput {
  const {
    endpoint,
    method,
    path,
    contentType,
    idempotencyKey,
    body,
    twice = idempotencyKey !== undefined,
    done,
  } = draft;
  const authorization = choices.oneIn(6)
    ? `Basic ${Buffer.from(`${world.publicKey}:${world.secretKey}`).toString('base64')}`
    : `Bearer ${world.bearerToken}`;
  const encoded = body === undefined ? undefined : encodeBody(body, choices);
  const headers: (readonly [string, string])[] = [
    ['Host', '127.0.0.1'],
    ['Authorization', authorization],
  ];
  if (contentType !== undefined) headers.push(['Content-Type', contentType]);
  if (idempotencyKey !== undefined) headers.push(['Idempotency-Key', idempotencyKey]);
  if (encoded?.encoding !== undefined) headers.push(['Content-Encoding', encoded.encoding]);
  if (encoded !== undefined) headers.push(['Content-Length', String(encoded.wire.length)]);
  return {
    index,
    target,
    endpoint,
    method,
    path,
    headers,
    body: encoded?.wire ?? Buffer.alloc(0),
    meant: encoded?.wire ?? Buffer.alloc(0),
    authorized: true,
    framing: 'whole',
    twice,
    bodyIntact: true,
    heavy: (body?.length ?? 0) > HEAVY_BYTES,
    done: [...done, ...(encoded?.done ?? [])],
  };
}

interface EncodedBody {
  readonly encoding: string | undefined;
  readonly wire: Buffer;
  readonly done: readonly string[];
}

/** Sometimes compressed, and then sometimes damaged. */
function encodeBody(plain: Buffer, choices: Choices): EncodedBody {
  if (!choices.oneIn(8)) return { encoding: undefined, wire: plain, done: [] };
  switch (choices.pick(['gzip', 'deflate', 'members', 'trailing', 'damaged', 'identity'] as const)) {
    case 'gzip':
      return { encoding: choices.pick(['gzip', 'GZIP', 'x-gzip', ' gzip ']), wire: gzipSync(plain), done: [] };
    case 'deflate':
      return { encoding: 'deflate', wire: deflateSync(plain), done: [] };
    case 'members': {
      const cut = choices.below(plain.length + 1);
      const wire = Buffer.concat([gzipSync(plain.subarray(0, cut)), gzipSync(plain.subarray(cut))]);
      return { encoding: 'gzip', wire, done: ['gzip in two members'] };
    }
    case 'trailing': {
      const wire = Buffer.concat([
        gzipSync(plain),
        Buffer.from(choices.pick(['00', '0000', 'ff', '1f', '1f8b', '1f8b08']), 'hex'),
      ]);
      return { encoding: 'gzip', wire, done: ['gzip with bytes after its end'] };
    }
    case 'damaged': {
      const gzip = choices.oneIn(2);
      const { bytes, done } = mutateBytes(gzip ? gzipSync(plain) : deflateSync(plain), choices, 1);
      return { encoding: gzip ? 'gzip' : 'deflate', wire: bytes, done: done.map((what) => `compressed body: ${what}`) };
    }
    case 'identity':
      return { encoding: 'identity', wire: plain, done: [] };
  }
}
