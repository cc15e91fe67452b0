import { deflateSync, gzipSync } from 'node:zlib';
import { type Choices, choicesOf } from './choices';
import { eventsDraft } from './events';
import { type Draft, type FuzzInput, type FuzzContext, type Target, targetOf } from './fuzz-input';
import { withOddHeaders } from './headers';
import { limitDraft } from './limits';
import { metricsDraft } from './metrics';
import { mutateBytes } from './mutate-bytes';
import { nativeDraft } from './native';
import { OTLP_PATHS } from './otlp-message';
import { pointsDraft } from './otlp-points';
import { spansDraft } from './otlp-spans';
import { queryDraft } from './query';
import { scoresDraft } from './scores';

type MakeDraft = (context: FuzzContext, index: number, choices: Choices) => Draft;

/** Drafts of the bodies by target. */
const BODIES = {
  native: nativeDraft,
  events: eventsDraft,
  'otlp-json': (...of) => spansDraft(...of, 'json'),
  'otlp-protobuf': (...of) => spansDraft(...of, 'protobuf'),
  metrics: metricsDraft,
  scores: scoresDraft,
  'otlp-metrics-json': (...of) => pointsDraft(...of, 'json'),
  'otlp-metrics-protobuf': (...of) => pointsDraft(...of, 'protobuf'),
} satisfies Readonly<Partial<Record<Target, MakeDraft>>>;
const DRAFTS: Readonly<Record<Exclude<Target, 'headers'>, MakeDraft>> = { ...BODIES, query: queryDraft };

/** Average number of inputs for one of many bytes, which costs as much as hundreds of others. */
const LARGE_ONE_IN = 1500;
const HEAVY_BYTES = 1_000_000;

/** Makes the input of this index: the same for the same seed, index and choices. */
export function makeInput(
  context: FuzzContext,
  index: number,
  choices: Choices = choicesOf(context, index),
): FuzzInput {
  const target = targetOf(index);
  if (target === 'headers') {
    const make = choices.oneIn(4) ? queryDraft : choices.pick(Object.values(BODIES));
    return withOddHeaders(context, index, make(context, index, choices), choices);
  }
  if (target !== 'query' && choices.oneIn(LARGE_ONE_IN)) {
    return withUsualHeaders(context, { index, draft: limitDraft(context, index, target, choices) }, choices);
  }
  const draft = astray(DRAFTS[target](context, index, choices), choices);
  return withUsualHeaders(context, { index, draft }, choices);
}

/** Rarely sends an export of one signal to the path of any signal. */
function astray(draft: Draft, choices: Choices): Draft {
  const isOtlp = OTLP_PATHS.some(({ endpoint }) => endpoint === draft.endpoint);
  if (!isOtlp || !choices.oneIn(80)) return draft;
  const other = choices.pick(OTLP_PATHS);
  return { ...draft, ...other, done: [...draft.done, `sent to ${other.path}`] };
}

/** Completes a draft. @param choices decisions about credentials and compression; without them the plainest ones */
export function withUsualHeaders(
  context: FuzzContext,
  { index, draft }: { readonly index: number; readonly draft: Draft },
  choices?: Choices,
): FuzzInput {
  const { endpoint, method, path, contentType, idempotencyKey, body, twice = idempotencyKey !== undefined } = draft;
  const authorization = choices?.oneIn(6)
    ? `Basic ${Buffer.from(`${context.publicKey}:${context.secretKey}`).toString('base64')}`
    : `Bearer ${context.bearerToken}`;
  const { encoding, wire, done } = encodeBody(body ?? Buffer.alloc(0), body === undefined ? undefined : choices);
  const headers = Object.entries({
    Host: '127.0.0.1',
    Authorization: authorization,
    'Content-Type': contentType,
    'Idempotency-Key': idempotencyKey,
    'Content-Encoding': encoding,
    'Content-Length': body && String(wire.length),
    ...draft.headers,
  }).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]));
  return {
    ...{ index, endpoint, method, path, headers, twice, body: wire, meant: wire },
    authorized: true,
    framing: 'whole',
    bodyIntact: true,
    heavy: (body?.length ?? 0) > HEAVY_BYTES,
    done: [...draft.done, ...done],
  };
}

interface EncodedBody {
  readonly encoding?: string;
  readonly wire: Buffer;
  readonly done: readonly string[];
}

const ENCODINGS: readonly ((plain: Buffer, choices: Choices) => EncodedBody)[] = [
  (plain, choices) => {
    return { encoding: choices.pick(['gzip', 'GZIP', 'x-gzip', ' gzip ']), wire: gzipSync(plain), done: [] };
  },
  (plain) => ({ encoding: 'deflate', wire: deflateSync(plain), done: [] }),
  (plain) => ({ encoding: 'identity', wire: plain, done: [] }),
  (plain, choices) => {
    const cut = choices.below(plain.length + 1);
    const wire = Buffer.concat([gzipSync(plain.subarray(0, cut)), gzipSync(plain.subarray(cut))]);
    return { encoding: 'gzip', wire, done: ['gzip in two members'] };
  },
  (plain, choices) => {
    const behind = Buffer.from(choices.pick(['00', '0000', 'ff', '1f', '1f8b', '1f8b08']), 'hex');
    return {
      encoding: 'gzip',
      wire: Buffer.concat([gzipSync(plain), behind]),
      done: ['gzip with bytes after its end'],
    };
  },
  (plain, choices) => {
    const gzip = choices.oneIn(2);
    const { bytes, done } = mutateBytes(gzip ? gzipSync(plain) : deflateSync(plain), choices, 1);
    return { encoding: gzip ? 'gzip' : 'deflate', wire: bytes, done: done.map((what) => `compressed body: ${what}`) };
  },
];

/** Sometimes compresses the body, and then sometimes damages it; never where there is no body. */
function encodeBody(plain: Buffer, choices?: Choices): EncodedBody {
  return choices?.oneIn(8) === true ? choices.pick(ENCODINGS)(plain, choices) : { wire: plain, done: [] };
}
