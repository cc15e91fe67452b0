import { DecodeError, inflateAtOnce } from '@sluice/decode';
import { type EncodedRecords, type SluiceRecord, encodeRecord, itemCount, recordSize } from '@sluice/record';
import { read } from '../read';
import { RecordSpool } from './encoded-records';
import type { Ending, FromReader, LargeBody } from './messages';

/**
 * Size of records that are kept while the rest of their body is read, and passed on together, so that the reader is free while they are
 * stored. For a body with more, all records are made a second time.
 */
const KEEP_BYTES = 16 * 1024 * 1024;

/** Memory in addition to the body before garbage is collected: texts and sent records soon use as much as the body. */
const BESIDE_BYTES = 64 * 1024 * 1024;

/** Reader's side of the exchange. */
export interface Asker {
  send(message: FromReader, handedOver?: ArrayBuffer[]): void;
  /**
   * Sends a request, and resolves when the reader may continue.
   * @throws Stopped when it must not
   */
  ask(message: FromReader, handedOver?: ArrayBuffer[]): Promise<void>;
  /** Sends the last message about a body. */
  end(ending: Ending, handedOver?: ArrayBuffer[]): void;
  /** Collects garbage if heap, buffers and long texts exceed `aboveBytes`. */
  freeMemory(aboveBytes: number): void;
}

/** The body is not needed any more. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Reads one body: first all of it, then its records are sent. The last message is the ending. */
export async function readLarge(body: LargeBody, asker: Asker): Promise<void> {
  try {
    await readAll(body, asker);
  } catch (error) {
    if (error instanceof Stopped) asker.end({ type: 'stopped' });
    else if (error instanceof DecodeError) asker.end({ type: 'refused', kind: error.kind, message: error.message });
    else asker.end({ type: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

async function readAll({ wire, encoding, reserved, maxRecordBytes, job }: LargeBody, asker: Asker): Promise<void> {
  let inflated: Buffer | undefined = await inflateBody(Buffer.from(wire.buffer, wire.byteOffset, wire.length));
  asker.send({ type: 'inflated', bytes: inflated.length });
  const roomy = inflated.length + BESIDE_BYTES;
  const outgoing = new Outgoing(asker);
  const spool = new RecordSpool();
  let kept: EncodedRecords[] | undefined = [];
  let items = 0;
  const reading = read(inflated, job);
  let step = reading.next();
  for (; !step.done; step = reading.next()) {
    for (const record of step.value) {
      checkSize(record, maxRecordBytes);
      items += itemCount(record);
      if (kept === undefined) continue;
      spool.add(record);
      if (spool.isFull) kept.push(spool.take());
    }
    if (kept !== undefined && bytesOf(kept) > KEEP_BYTES) {
      kept = undefined;
      spool.take();
    }
    asker.freeMemory(roomy);
  }
  await asker.ask({ type: 'checked', items });
  let last = kept;
  if (last === undefined) {
    // The body is known to be valid: its records can be sent as they are made.
    for (const records of read(inflated, job)) {
      for (const record of records) {
        spool.add(record);
        if (!spool.isFull) continue;
        await outgoing.send(spool.take());
        asker.freeMemory(roomy);
      }
    }
    last = await outgoing.ended();
  } else {
    inflated = undefined;
  }
  const rest = spool.take();
  if (rest.lengths.length > 0) last.push(rest);
  const handedOver = last.map(({ bytes }) => bytes.buffer as ArrayBuffer);
  asker.end({ type: 'done', outcome: step.value, last }, handedOver);

  async function inflateBody(encoded: Buffer): Promise<Buffer> {
    const { inflatedBytes } = job.limits.decode;
    try {
      return inflateAtOnce(encoded, encoding, { inflatedBytes: reserved });
    } catch (error) {
      if (!(error instanceof DecodeError) || error.kind !== 'too-large' || reserved >= inflatedBytes) throw error;
    }
    await asker.ask({ type: 'larger' });
    return inflateAtOnce(encoded, encoding, { inflatedBytes });
  }
}

/**
 * Checks the size of a record, because the bus would refuse it when earlier records are stored already.
 * @throws DecodeError `too-large`
 */
function checkSize(record: SluiceRecord, most: number): void {
  if (most === Infinity || recordSize(record) <= most) return;
  const { length } = encodeRecord(record);
  if (length > most) throw new DecodeError('too-large', `a record of ${length} bytes is too large, ${most} are taken`);
}

const bytesOf = (kept: readonly EncodedRecords[]): number => kept.reduce((sum, { bytes }) => sum + bytes.length, 0);

/**
 * Sends records one after the other; the next ones are made while the earlier ones are stored. The last ones are kept: they are part of the
 * ending, so that this thread need not wait until they are stored.
 */
class Outgoing {
  readonly #asker: Asker;
  #next: EncodedRecords | undefined;
  #last: Promise<void> | undefined;

  constructor(asker: Asker) {
    this.#asker = asker;
  }

  /** @throws Stopped when earlier records were refused */
  async send(records: EncodedRecords): Promise<void> {
    const next = this.#next;
    this.#next = records;
    if (next === undefined) return;
    await this.#last;
    this.#last = this.#asker.ask({ type: 'records', records: next }, [next.bytes.buffer as ArrayBuffer]);
  }

  /**
   * Resolves when all but the last records are stored.
   * @returns the last; empty if none were sent
   * @throws Stopped when earlier records were refused
   */
  async ended(): Promise<EncodedRecords[]> {
    await this.#last;
    return this.#next === undefined ? [] : [this.#next];
  }
}
