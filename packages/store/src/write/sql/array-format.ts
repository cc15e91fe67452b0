import { BinaryFields } from './binary-fields';

/** Bytes before the elements: dimensions, flags, type, and length and lower bound of the one dimension. */
const HEAD = 20;

/** Bytes that are reserved for an element at first. */
const ELEMENT_BYTES = 16;

/** Writer of an array of one dimension in the binary format of Postgres, which the driver sends where a parameter is a `Buffer`. */
export class ArrayFormat extends BinaryFields {
  /** @param oid of the type of the elements */
  constructor(oid: number, elements: number) {
    super(Buffer.allocUnsafe(HEAD + ELEMENT_BYTES * elements), 0);
    this.int32(1);
    this.int32(1); // there may be nulls
    this.int32(oid);
    this.int32(elements);
    this.int32(1);
  }

  /** Ends the array and returns it. */
  end(): Buffer {
    return this.piece.subarray(0, this.at);
  }

  protected renew(bytes: number): void {
    const larger = Buffer.allocUnsafe(2 * (this.at + bytes));
    this.piece.copy(larger, 0, 0, this.at);
    this.piece = larger;
  }
}
