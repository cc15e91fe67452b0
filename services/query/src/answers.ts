import { createHash } from 'node:crypto';
import {
  ByteBudget,
  type Handler,
  type Transfer,
  type TransferRates,
  codingFor,
  hasVersion,
  noteCut,
  senderOf,
} from '@sluice/http';
import type { Metrics } from '@sluice/runtime';
import type { Held, Versioned } from '@sluice/store/read';
import { COMPRESSIONS } from './codings';
import { type Fragments, streamJson, taken } from './stream-json';

type Response = Parameters<Handler>[1];

/** Sends answers within a budget of the memory that they take together (contract: Limits). */
export interface Answers {
  /**
   * Answers 200 with JSON text, in br or gzip where the client takes it, or 304 where it has this version. What the answer takes is reserved for all of its time before anything of it is made, so
   * that an answer that has begun can end, and given back when the client has taken everything or is gone.
   * @throws ApiError 503 when it does not fit beside other answers; nothing has been sent then
   */
  send(response: Response, held: Held | Versioned, fragments: Fragments): Promise<void>;
}

export interface AnswersOptions {
  /** Of all answers together, in bytes. */
  readonly maxBytes: number;
  /** Followed while an answer is sent: one that its client hardly takes is cut. */
  readonly rates: TransferRates;
  readonly metrics: Metrics;
  /** What the same rows are answered by: the release, the id of the default project. */
  readonly edition: string;
}

export function createAnswers({ maxBytes, rates, metrics, edition }: AnswersOptions): Answers {
  const refusal = 'too many answers are in flight: try again, or raise READ_INFLIGHT_BYTES';
  const budget = new ByteBudget({ limit: maxBytes, refusal });
  metrics.gauge({
    name: 'sluice_query_inflight_bytes',
    help: 'Bytes reserved for the answers in flight',
    collect: (gauge) => gauge.set(budget.held),
  });
  const refused = metrics.counter({
    name: 'sluice_query_answers_refused_total',
    help: 'Answers that did not fit into READ_INFLIGHT_BYTES beside others',
  });
  // Weak: in a coding the bytes are others. Of equal rows of two projects the answers differ, at least by the project's id.
  const entityTag = (version: string, project = ''): string =>
    `W/"${createHash('sha256').update(`${edition}\0${project}\0${version}`).digest('base64url')}"`;
  return {
    async send(response, held, fragments) {
      const coding = codingFor(response);
      const { project } = senderOf(response);
      if ('version' in held && hasVersion(response, entityTag(held.version, project))) return;
      const { heldBytes } = held;
      // One without any rows is below what is coded.
      const bytes = heldBytes + (coding !== undefined && heldBytes > 0 ? COMPRESSIONS[coding].bytes : 0);
      const reservation = budget.reserve(project);
      try {
        reservation.resize(bytes);
      } catch (error) {
        refused.inc();
        throw error;
      }
      const reader = readerOf(response);
      rates.follow(reader);
      try {
        await streamJson(response, fragments, { coding });
        await taken(response);
      } finally {
        rates.forget(reader);
        reservation.release();
      }
    },
  };
}

/** What the client has taken of what was sent on its connection. While nothing waits for it, it owes nothing. */
function readerOf(response: Response): Transfer {
  const { socket } = response.req;
  return {
    get bytes() {
      return socket.bytesWritten - socket.writableLength;
    },
    get isDue() {
      return response.writableLength > 0;
    },
    tooSlow: (rate) => {
      noteCut(response, `the client read its answer at less than ${rate} (MIN_READ_BYTES_PER_SECOND)`);
      socket.destroy();
    },
  };
}
