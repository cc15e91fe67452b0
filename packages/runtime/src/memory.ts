import { totalmem } from 'node:os';

/** Part of the memory that this process may use: of the container's limit, otherwise of the machine. */
export interface MemoryShare {
  /** Divisor of the memory: 4 is a quarter. */
  readonly divisor: number;
  /** Upper limit in bytes. */
  readonly most: number;
}

/** Returns the bytes of a share: the default of settings that have to fit small containers too. */
export function memoryShare({ divisor, most }: MemoryShare): number {
  return Math.min(Math.floor(memoryLimit() / divisor), most);
}

/** Returns the bytes that this process may use: the container's limit, otherwise the memory of the machine. */
export function memoryLimit(): number {
  const container = process.constrainedMemory();
  return container > 0 && container < totalmem() ? container : totalmem();
}
