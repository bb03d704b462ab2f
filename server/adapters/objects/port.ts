/** Range of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Store of bytes under keys: a folder, or a bucket. Keys are paths of letters, digits, `_`, `-` and `/`. */
export interface ObjectStore {
  /**
   * Stores an object under a key that was never used before. Once it resolves, a power cut does not lose the bytes; when it throws,
   * the object may be there, whole or in part.
   *
   * @throws ObjectStoreFailure
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Opens an object, or a range within it; null where there is none.
   *
   * @throws ObjectStoreFailure, also while the bytes are read
   */
  open(key: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Removes an object, and what an interrupted {@link put} of it left. An object that is gone already is no failure.
   *
   * @throws ObjectStoreFailure
   */
  remove(key: string): Promise<void>;
}

/** Failure of the store itself: it cannot be reached, refuses us, or has no room. The message holds no secret. */
export class ObjectStoreFailure extends Error {
  override readonly name = "ObjectStoreFailure";
}
