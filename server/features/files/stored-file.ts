import { z } from "zod";
import type { Artifact } from "../../artifacts/artifact.ts";
import type { Services } from "../../operation/context.ts";

/** Largest file that is uploaded, in bytes. */
export const UPLOAD_BYTES = 10 * 1024 * 1024;

/** A file of a project on the wire. */
export const StoredFile = z
  .object({
    sha256: z
      .string()
      .meta({ description: "SHA-256 of the content in hexadecimal: the name of the file in its project." }),
    media_type: z.string().meta({ description: "Type of the file." }),
    bytes: z.int().meta({ description: "Bytes of the content." }),
    is_quarantined: z.boolean().meta({
      description: "Whether browsers only save it: its type can run code, or its content is not of its type.",
    }),
    url: z.string().meta({ description: "Address that opens the file without a key, for five minutes." }),
    url_expires_at: z.iso.datetime().meta({ description: "Time until which the address opens the file, UTC." }),
  })
  .meta({ id: "StoredFile" });

/** Ends of names of files whose subtype is not the usual one. */
const ENDINGS: Readonly<Record<string, string>> = { jpeg: "jpg", plain: "txt" };

/** The form on the wire of a file, with a new address; `filename` is what it is saved as, made of its hash and type unless given. */
export function toStoredFile(
  { artifacts, publicUrl }: Pick<Services, "artifacts" | "publicUrl">,
  { project_id: projectId, sha256, media_type, bytes, is_quarantined }: Artifact,
  filename?: string,
): z.input<typeof StoredFile> {
  const subtype = media_type.split("/")[1] ?? "";
  const ending = is_quarantined ? "bin" : (ENDINGS[subtype] ?? subtype);
  const name = filename ?? `${sha256.slice(0, 12)}.${ending}`;
  const { path, until } = artifacts.linkTo({ projectId, sha256, filename: name });
  return {
    sha256,
    media_type,
    bytes: Number(bytes),
    is_quarantined,
    url: `${publicUrl}${path}`,
    url_expires_at: new Date(until).toISOString(),
  };
}
