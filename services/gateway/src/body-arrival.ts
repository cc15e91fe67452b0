import { type ApiError, type Reservation, type TransferRates, tooLarge, unavailable } from '@sluice/http';

/** Bytes of a body that arrive with its header or right after it: they are read to the end even if the body is refused then. */
const EARLY_BYTES = 64 * 1024;

/** Bytes that are reserved beyond the received bytes of an announced body. */
export const STEP_BYTES = EARLY_BYTES;

/** Limits of a body. */
export interface BodyLimits {
  /** Largest size as received. */
  readonly maxBytes: number;
  readonly reservation: Reservation;
  readonly rates: TransferRates;
  /** Called once for a body that is not small, before more of it is reserved; its error refuses the body. */
  readonly admit: () => void;
  /** Receives the number of bytes so far, at each chunk. */
  readonly came: (bytes: number) => void;
}

/**
 * Arrival of a body: its size, its speed and its reservation. Twice the received size is reserved, for its chunks and for the whole that they
 * become, and one step more of an announced length: bytes that are only announced reserve nothing.
 */
export class BodyArrival {
  readonly #limits: BodyLimits;
  readonly #upload: { bytes: number; readonly tooSlow: (rate: string) => void };
  #announced = 0;
  #isAdmitted = false;

  /** @param refuse called with a 503 when the body arrives too slowly: every sender retries, so that no slow but honest link loses data */
  constructor(limits: BodyLimits, refuse: (error: ApiError) => void) {
    this.#limits = limits;
    const tooSlow = (rate: string): void =>
      refuse(unavailable(`the body came at less than ${rate} (MIN_UPLOAD_BYTES_PER_SECOND): send again`));
    this.#upload = { bytes: 0, tooSlow };
  }

  /**
   * Begins with the announced size, 0 if it is unknown.
   * @throws ApiError 413 when it exceeds `maxBytes`, 503 when the first step cannot be reserved; the error of `admit`
   */
  begin(announced: number): void {
    this.announce(announced);
    this.#limits.rates.follow(this.#upload);
  }

  /** @throws as `begin` */
  announce(bytes: number): void {
    this.#announced = bytes;
    this.#check(bytes);
    this.#hold(this.#upload.bytes);
  }

  /** @throws ApiError 413 when the received size exceeds `maxBytes`, 503 when it cannot be reserved; the error of `admit` */
  add(bytes: number): void {
    this.#upload.bytes += bytes;
    this.#limits.came(this.#upload.bytes);
    this.#check(this.#upload.bytes);
    this.#hold(this.#upload.bytes);
  }

  /** Ends the arrival; its reservation stays. */
  end(): void {
    this.#limits.rates.forget(this.#upload);
  }

  #check(size: number): void {
    const { maxBytes, admit } = this.#limits;
    if (size > maxBytes) throw tooLarge(`the body must be at most ${maxBytes} bytes`);
    if (this.#isAdmitted || size <= EARLY_BYTES) return;
    admit();
    this.#isAdmitted = true;
  }

  #hold(size: number): void {
    this.#limits.reservation.resize(Math.max(size, Math.min(size + STEP_BYTES, this.#announced)) * 2);
  }
}
