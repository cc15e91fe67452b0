import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import { encodingOf } from '@sluice/decode';
import { type RequestContext, badRequest } from '@sluice/http';
import { BodyArrival, type BodyLimits } from '../body-arrival';
import type { IncomingBody } from '../incoming-body';
import { toApiError } from '../ingest';
import { RawMessage } from './raw-message';

/** Body of a call whose sender is known: its message, which grpc-js reads. */
export class CallBody implements IncomingBody {
  readonly sender: IncomingBody['sender'];
  readonly charge: IncomingBody['charge'];
  readonly settle: IncomingBody['settle'];
  readonly #message: RawMessage;
  readonly #begin: () => void;
  readonly #fail: (error: Error) => void;
  #came: ((message: Buffer) => void) | undefined;
  #brokeOff: ((error: Error) => void) | undefined;
  #receipt: string | undefined;
  #isComplete = false;

  /**
   * @param begin makes grpc-js read the message
   * @param fail fails the call, also when its message has been read
   */
  constructor(
    call: ServerInterceptingCallInterface,
    context: AdmittedCall,
    { begin, fail }: { readonly begin: () => void; readonly fail: (error: Error) => void },
  ) {
    this.sender = context.sender;
    this.charge = context.charge;
    this.settle = context.settle;
    this.#message = new RawMessage(call);
    this.#begin = begin;
    this.#fail = fail;
  }

  /** Receipt of the records, when all of them are durable. */
  get receipt(): string | undefined {
    return this.#receipt;
  }

  /** @throws ApiError as `readBody` */
  async read(limits: BodyLimits): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        arrival.end();
        this.#came = undefined;
        this.#brokeOff = undefined;
      };
      const refuse = (error: Error): void => {
        end();
        this.#message.stop();
        reject(error);
      };
      const arrival = new BodyArrival(limits, refuse);
      arrival.begin(0);
      this.#came = (message) => {
        end();
        resolve(message);
      };
      this.#brokeOff = (error) => {
        end();
        reject(error);
      };
      this.#message.observe({
        announced: (bytes) => arrival.announce(bytes),
        received: (bytes) => arrival.add(bytes),
        failed: (error) => {
          refuse(error);
          // At once: grpc-js would answer a message like this in its own way.
          this.#fail(toApiError(error) ?? error);
        },
      });
      this.#begin();
    });
  }

  encoding() {
    return encodingOf(this.#message.encoding);
  }

  acknowledge(receipt: string): void {
    this.#receipt = receipt;
  }

  /** Whether its message has arrived whole. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Takes the message that grpc-js has read. */
  came(message: Buffer): void {
    this.#isComplete = true;
    this.#came?.(message);
  }

  /** Ends the call of a client that has gone. */
  breakOff(): void {
    this.#brokeOff?.(brokenOff());
  }
}

/** Makes the error of a message that ended early. */
export const brokenOff = (): Error => badRequest('the body ended before it was complete');

/** Context of a call whose sender is known, and its quotas. */
export type AdmittedCall = RequestContext & Required<Pick<RequestContext, 'sender'>>;
