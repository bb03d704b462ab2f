import { z } from "zod";
import { Problem } from "../kernel/problem.ts";
import { base64, text } from "../kernel/validation/fields.ts";

/** Body that is a file, as JSON. An operation that takes it is declared with `takesFile`, and takes the bytes themselves too. */
export const FileBody = z.strictObject({
  media_type: text({ min: 1, max: 255, singleLine: true }).meta({
    description: "Type of the file, such as `image/png`.",
  }),
  content: base64().meta({ description: "Content of the file in base64." }),
});

/** A file that was sent, in either way. */
export interface ReceivedFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The body of a file that was sent as its bytes. */
export function asFileBody(mediaType: string, bytes: Uint8Array): z.input<typeof FileBody> {
  return { media_type: mediaType, content: Buffer.from(bytes).toString("base64") };
}

/**
 * The file of a body.
 *
 * @throws Problem `payload_too_large` beyond the limit
 */
export function receivedFile({ media_type, content }: z.output<typeof FileBody>, limitBytes: number): ReceivedFile {
  const bytes = Buffer.from(content, "base64");
  if (bytes.length > limitBytes) throw new Problem("payload_too_large", { detail: { limit_bytes: limitBytes } });
  return { mediaType: media_type, bytes };
}
