const SEED = 0x9747b28c;
const M = 0x5bd1e995;

/**
 * Returns Murmur2 of a key as Kafka's default partitioner computes it, made positive: the partition of a record is this modulo the number
 * of partitions.
 * @param key ASCII text (ids are)
 */
export function keyHash(key: string): number {
  const length = key.length;
  let hash = SEED ^ length;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    let k =
      (key.charCodeAt(at) & 0xff) |
      ((key.charCodeAt(at + 1) & 0xff) << 8) |
      ((key.charCodeAt(at + 2) & 0xff) << 16) |
      ((key.charCodeAt(at + 3) & 0xff) << 24);
    k = Math.imul(k, M);
    k ^= k >>> 24;
    k = Math.imul(k, M);
    hash = Math.imul(hash, M) ^ k;
  }
  const rest = length - at;
  if (rest >= 3) hash ^= (key.charCodeAt(at + 2) & 0xff) << 16;
  if (rest >= 2) hash ^= (key.charCodeAt(at + 1) & 0xff) << 8;
  if (rest >= 1) hash = Math.imul(hash ^ (key.charCodeAt(at) & 0xff), M);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, M);
  hash ^= hash >>> 15;
  return hash & 0x7fffffff;
}
