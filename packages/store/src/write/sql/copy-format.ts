import { BinaryFields, mostBytes } from './binary-fields';

/** File header: signature, no flags, no extension (PostgreSQL, COPY: Binary Format). */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

/** Bytes of a message CopyData, which begins with its type and its length. */
const PIECE = 128 * 1024;
const MESSAGE_HEAD = 5;
const COPY_DATA = 0x64;
const COPY_DONE = Buffer.from('c\0\0\0\x04', 'latin1');

/** Writer of rows in COPY's binary format, into messages for the socket. */
export class CopyFormat extends BinaryFields {
  #full: Buffer[] = [];

  constructor() {
    const piece = Buffer.allocUnsafeSlow(PIECE);
    super(piece, MESSAGE_HEAD + HEADER.copy(piece, MESSAGE_HEAD));
  }

  get hasFull(): boolean {
    return this.#full.length > 0;
  }

  /** Returns the full messages, and each message once. */
  takeFull(): readonly Buffer[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** Ends the COPY and returns its last messages. */
  end(): readonly Buffer[] {
    this.room(2 + COPY_DONE.length);
    this.int16(-1);
    const end = this.at + COPY_DONE.copy(this.piece, this.at);
    this.#full.push(headed(this.piece.subarray(0, end), this.at));
    return this.takeFull();
  }

  row(columns: number): void {
    this.room(2);
    this.int16(columns);
  }

  /** Writes a text; one that no piece has room for is a message of its own. */
  override text(text: string): void {
    const most = mostBytes(text);
    if (most <= PIECE - MESSAGE_HEAD - 4) {
      super.text(text);
      return;
    }
    this.field(0, most);
    this.renew();
    const message = Buffer.allocUnsafeSlow(MESSAGE_HEAD + most);
    message.write(text, MESSAGE_HEAD, 'utf8');
    this.#full.push(headed(message, message.length));
  }

  protected renew(): void {
    this.#full.push(headed(this.piece.subarray(0, this.at), this.at));
    this.piece = Buffer.allocUnsafeSlow(PIECE);
    this.at = MESSAGE_HEAD;
  }
}

/**
 * Writes type and length of a message CopyData at its beginning.
 * @param length bytes of the message; another message may follow in the same buffer
 */
function headed(message: Buffer, length: number): Buffer {
  message[0] = COPY_DATA;
  message.writeInt32BE(length - 1, 1);
  return message;
}
