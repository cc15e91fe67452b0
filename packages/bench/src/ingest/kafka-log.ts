import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the bytes of the records of all topics with this prefix, as the broker stores them; NaN without a folder.
 * @param folder with a folder for each partition: `<topic>-<partition>`
 */
export async function kafkaLogBytes(folder: string | undefined, prefix: string): Promise<number> {
  if (folder === undefined) return NaN;
  const partitions = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  const segments = partitions.map(async (partition) => {
    const files = (await readdir(join(folder, partition))).filter((name) => name.endsWith('.log'));
    return files.map((file) => join(folder, partition, file));
  });
  const sizes = (await Promise.all(segments)).flat().map(async (file) => (await stat(file)).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
