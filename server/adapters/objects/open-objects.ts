import { join } from "node:path";
import type { Outbound } from "../../outbound/outbound.ts";
import { FolderObjects } from "./folder-objects.ts";
import type { ObjectStore } from "./port.ts";
import { S3Objects, type S3Settings } from "./s3-objects.ts";

/** Places for objects: a bucket, or without one the data folder. */
export interface ObjectPlaces {
  readonly s3: S3Settings | null;
  readonly dataDir: string;
}

/** Opens the store of a configuration. */
export function openObjects({ s3, dataDir }: ObjectPlaces, outbound: Pick<Outbound, "request">): ObjectStore {
  return s3 === null ? new FolderObjects(join(dataDir, "files")) : new S3Objects(s3, outbound);
}
