import { totalmem } from 'node:os';

/** The memory that this process may use, in bytes: the container's limit, else that of the machine. */
export function memoryLimit(): number {
  const container = process.constrainedMemory();
  return container > 0 && container < totalmem() ? container : totalmem();
}
