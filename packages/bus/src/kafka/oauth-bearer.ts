import { KafkaJSNonRetriableError, type Mechanism } from 'kafkajs';
import type { TokenSource } from './oauth-token';

export interface OauthBearer {
  readonly token: TokenSource;
  /** Names consist of letters; values are printable. */
  readonly extensions?: Readonly<Record<string, string>> | undefined;
}

const SEPARATOR = '\u0001';

/**
 * SASL OAUTHBEARER (RFC 7628). The library's own mechanism accepts a refused token, because it does not read the response in which brokers
 * refuse it: its connections then fail at the first request, without a reason.
 */
export function oauthBearer({ token, extensions = {} }: OauthBearer): Mechanism {
  return {
    mechanism: 'oauthbearer',
    authenticationProvider: ({ host, port, logger, saslAuthenticate }) => ({
      authenticate: async () => {
        const failed = (why: string): Error => {
          const error = new KafkaJSNonRetriableError(`SASL OAUTHBEARER authentication failed: ${why}`);
          logger.error(error.message, { broker: `${host}:${port}` });
          return error;
        };
        const value = await token().catch((error: unknown) => {
          throw failed(error instanceof Error ? error.message : 'there is no token');
        });
        const refusal = await saslAuthenticate({
          request: { encode: () => Promise.resolve(withLength(firstMessage(value, extensions))) },
          response: { decode: (raw) => Promise.resolve(raw), parse: (raw) => Promise.resolve(refusalIn(raw)) },
        }).catch((error: unknown) => {
          throw failed(error instanceof Error ? error.message : 'the broker does not answer');
        });
        if (refusal !== undefined) throw failed(refusal);
      },
    }),
  };
}

function firstMessage(token: string, extensions: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(extensions).map(([name, value]) => `${name}=${value}${SEPARATOR}`);
  return Buffer.from(`n,,${SEPARATOR}auth=Bearer ${token}${SEPARATOR}${pairs.join('')}${SEPARATOR}`);
}

function withLength(message: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(message.length);
  return Buffer.concat([length, message]);
}

/** Reads a refusal from the broker's response: JSON with a `status` (RFC 7628, 3.2.2). Acceptance is an empty response. */
function refusalIn(raw: Buffer): string | undefined {
  const text = raw.toString('utf8', 4);
  if (text === '' || text === SEPARATOR) return undefined;
  return `the broker answered ${/"status" *: *"([\w-]{1,40})"/.exec(text)?.[1] ?? 'a refusal'}`;
}
