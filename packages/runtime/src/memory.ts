import { totalmem } from 'node:os';

/** A part of the memory that this process may use: of the container's limit, else of the machine. */
export interface MemoryShare {
  /** 4 is a quarter. */
  readonly divisor: number;
  /** In bytes. */
  readonly most: number;
}

/** The bytes of a share: what a setting is by default that should fit small containers too. */
export function memoryShare({ divisor, most }: MemoryShare): number {
  return Math.min(Math.floor(memoryLimit() / divisor), most);
}

/** The bytes that this process may use: the container's limit, else the memory of the machine. */
export function memoryLimit(): number {
  const container = process.constrainedMemory();
  return container > 0 && container < totalmem() ? container : totalmem();
}
