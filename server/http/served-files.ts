import type { Artifact } from "../artifacts/artifact.ts";
import { Problem } from "../kernel/problem.ts";
import type { Services } from "../operation/context.ts";
import { byteRange } from "./byte-range.ts";
import { matchesNone, namesTag } from "./conditions.ts";
import { contentDisposition } from "./content-disposition.ts";
import type { ApiRequest, ApiResponse } from "./exchange.ts";

/** A file that a browser opens by itself may load nothing, run nothing and send nothing. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Files of projects, for whoever has an address that was signed for five minutes. */
export class ServedFiles {
  readonly #services: Pick<Services, "artifacts" | "clock">;

  constructor(services: Pick<Services, "artifacts" | "clock">) {
    this.#services = services;
  }

  /**
   * Answers with the file, or with the range of it that is asked for.
   *
   * @throws Problem `not_found` for an address that was not signed here, or whose file is gone; `forbidden` when its time is over
   */
  async answer(request: ApiRequest): Promise<ApiResponse> {
    const { artifacts, clock } = this.#services;
    const now = clock.now();
    const read = artifacts.readLink(request.path, request.query);
    if (read.kind === "over")
      throw new Problem("forbidden", { message: "This address is no longer valid: load the page again." });
    if (read.kind === "none") throw new Problem("not_found");
    const file = await artifacts.find(read.projectId, read.sha256);
    if (file === null) throw new Problem("not_found");
    const etag = `"${file.sha256}"`;
    const headers = {
      etag,
      "accept-ranges": "bytes",
      "cache-control": `private, max-age=${Math.floor((read.until - now) / 1_000)}, immutable`,
      "content-security-policy": POLICY,
      // Whoever has the address may show the file on any page.
      "cross-origin-resource-policy": "cross-origin",
      "referrer-policy": "no-referrer",
    };
    if (matchesNone(request.header("if-none-match"), etag)) return { status: 304, headers, body: null };
    const ifRange = request.header("if-range");
    const asked = ifRange === null || namesTag(ifRange, etag) ? request.header("range") : null;
    const range = byteRange(asked, file.bytes);
    if (range === "none") {
      return { status: 416, headers: { ...headers, "content-range": `bytes */${file.bytes}` }, body: null };
    }
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    return {
      status: range === null ? 200 : 206,
      headers: {
        ...headers,
        ...typeHeaders(file, read.filename),
        "content-length": String(end - start + 1),
        ...(range !== null && { "content-range": `bytes ${start}-${end}/${file.bytes}` }),
      },
      body: null,
      ...(request.method !== "HEAD" && { pieces: await artifacts.open(file, { start, end }) }),
    };
  }
}

/** Returns the headers of type and name; a quarantined file is only saved, as bytes of no type. */
function typeHeaders({ is_quarantined, media_type }: Artifact, filename: string): Record<string, string> {
  const type = media_type.startsWith("text/") ? `${media_type}; charset=utf-8` : media_type;
  return {
    "content-type": is_quarantined ? "application/octet-stream" : type,
    "content-disposition": contentDisposition(is_quarantined ? "attachment" : "inline", filename),
  };
}
