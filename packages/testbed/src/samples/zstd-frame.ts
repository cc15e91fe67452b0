/** Largest block of zstd, in bytes (RFC 8878 section 3.1.1.2). */
const LARGEST_BLOCK = 128 * 1024;

const RAW = 0;
const RUN_LENGTH = 1;

export interface ZstdFrameOptions {
  /** Inflated size that the header claims; default: none. */
  readonly claimed?: number;
  /** Window that the header announces, in bytes as a power of two from 10 to 41. */
  readonly windowLog?: number;
}

/** Frame of zstd with this content, not compressed: made without zlib, whose zstd Node 20 lacks. */
export function zstdFrame(content: string | Buffer, options: ZstdFrameOptions = {}): Buffer {
  const bytes = Buffer.from(content);
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += LARGEST_BLOCK) {
    const part = bytes.subarray(at, at + LARGEST_BLOCK);
    blocks.push(blockHeader(RAW, part.length), part);
  }
  return frameOf(blocks, options);
}

/** Frame of zstd that becomes 32,768 times larger: each block of four bytes is 128 KiB of one character. */
export function zstdBomb(blocks: number, character: string, options: ZstdFrameOptions = {}): Buffer {
  const block = Buffer.concat([blockHeader(RUN_LENGTH, LARGEST_BLOCK), Buffer.from(character)]);
  return frameOf(Array<Buffer>(blocks).fill(block), options);
}

function frameOf(blocks: readonly Buffer[], { claimed, windowLog = 20 }: ZstdFrameOptions): Buffer {
  const size = Buffer.alloc(claimed === undefined ? 0 : 8);
  if (claimed !== undefined) size.writeBigUInt64LE(BigInt(claimed));
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, claimed === undefined ? 0 : 0xc0, (windowLog - 10) << 3]);
  return Buffer.concat([head, size, ...blocks, blockHeader(RAW, 0, true)]);
}

function blockHeader(type: number, size: number, isLast = false): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (type << 1) | (isLast ? 1 : 0), 0, 3);
  return header;
}
