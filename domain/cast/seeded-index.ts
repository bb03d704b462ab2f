/** Returns one of so many indexes, the same for the same seed (FNV-1a, 32 bit); 0 where there are none. */
export function seededIndex(seed: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) {
    hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
  }
  return count === 0 ? 0 : (hash >>> 0) % count;
}
