import { type ContentEncoding, encodingOf } from '@sluice/decode';
import { RECEIPT_HEADER, type Sender, type WriteQuota, noteBodyLimit, senderOf, writeQuotaOf } from '@sluice/http';
import type { Request, Response } from 'express';
import type { BodyLimits } from './body-arrival';
import { readBody } from './read-body';

/** Body that a client sends, by HTTP or gRPC, with what was found out before it arrives. */
export interface IncomingBody extends WriteQuota {
  readonly sender: Sender;
  /**
   * Reads the body as it is sent, once.
   * @throws ApiError as `readBody`
   */
  read(limits: BodyLimits): Promise<Buffer>;
  /**
   * Returns the encoding of the body that was read.
   * @throws DecodeError `invalid` for an unknown one
   */
  encoding(): ContentEncoding;
  /** Passes on the receipt, when all of the body is durable. */
  acknowledge(receipt: string): void;
}

/** Body of a request that express routes. */
export function httpBody(request: Request, response: Response): IncomingBody {
  return {
    ...writeQuotaOf(response),
    sender: senderOf(response),
    read(limits) {
      noteBodyLimit(response, limits.maxBytes);
      return readBody(request, limits);
    },
    encoding: () => encodingOf(request.headers['content-encoding']),
    acknowledge: (receipt) => void response.setHeader(RECEIPT_HEADER, receipt),
  };
}
