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

/** Sender of responses within a budget of the memory that they use together (contract: Limits). */
export interface Answers {
  /**
   * Answers 200 with JSON text, in br or gzip if the client accepts it, or 304 if it has this version. The memory of the response is
   * reserved before anything of it is made, so that a response that has begun can end. It is released when the client has received
   * everything or is gone.
   * @throws ApiError 503 when it does not fit in addition to other responses; nothing has been sent then
   */
  send(response: Response, held: Held | Versioned, fragments: Fragments): Promise<void>;
}

export interface AnswersOptions {
  /** Budget of all responses together, in bytes. */
  readonly maxBytes: number;
  /** Follows a response while it is sent: a client that reads too slowly is cut. */
  readonly rates: TransferRates;
  readonly metrics: Metrics;
  /** Inputs of the entity tag besides the rows: the release, the id of the default project. */
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
  // Weak: the bytes depend on the coding. Equal rows of two projects have different responses, at least by the project's id.
  const entityTag = (version: string, project = ''): string =>
    `W/"${createHash('sha256').update(`${edition}\0${project}\0${version}`).digest('base64url')}"`;
  return {
    async send(response, held, fragments) {
      const coding = codingFor(response);
      const { project } = senderOf(response);
      if ('version' in held && hasVersion(response, entityTag(held.version, project))) return;
      const { heldBytes } = held;
      // A response without rows is below the size that is coded.
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

/** Transfer of what the client has received on its connection. It is not due while nothing waits for the client. */
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
