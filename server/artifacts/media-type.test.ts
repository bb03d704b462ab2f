import { describe, expect, it } from "vitest";
import { mediaTypeOf } from "./media-type.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("mediaTypeOf", () => {
  it.each([
    ["image/png", bytes("\x89PNG\r\n\x1a\nIHDR")],
    ["image/jpeg", bytes("\xff\xd8\xff\xe0")],
    ["image/webp", bytes("RIFF\0\0\0\0WEBPVP8 ")],
    ["image/avif", bytes("\0\0\0 ftypavif")],
    ["audio/mpeg", bytes("\xff\xfb\x90")],
    ["audio/wav", bytes("RIFF\0\0\0\0WAVEfmt ")],
    ["audio/mp4", bytes("\0\0\0 ftypM4A ")],
    ["video/webm", bytes("\x1aE\xdf\xa3")],
    ["text/plain", Buffer.from("Wie geht’s? 🦊")],
  ])("shows %s whose bytes are of it", (mediaType, content) => {
    expect(mediaTypeOf(mediaType, content)).toEqual({ mediaType, isQuarantined: false });
    expect(mediaTypeOf(`${mediaType.toUpperCase()}; q=1`, content)).toEqual({ mediaType, isQuarantined: false });
    expect(mediaTypeOf(mediaType, bytes("<script>\0</script>\xff"))).toEqual({ mediaType, isQuarantined: true });
    expect(mediaTypeOf(mediaType, new Uint8Array()).isQuarantined).toBe(mediaType !== "text/plain");
  });

  it.each(["image/svg+xml", "text/html", "application/pdf", "text/javascript", "application/xhtml+xml"])(
    "quarantines %s, which can run code",
    (mediaType) => {
      expect(mediaTypeOf(mediaType, Buffer.from("<svg/>"))).toEqual({ mediaType, isQuarantined: true });
    },
  );

  it.each(["", "image", "image/png\r\nx: y", "__proto__", "a/b/c", `a/${"b".repeat(80)}`])(
    "takes %j for bytes of no type",
    (declared) => {
      expect(mediaTypeOf(declared, bytes("\x89PNG\r\n\x1a\n"))).toEqual({
        mediaType: "application/octet-stream",
        isQuarantined: true,
      });
    },
  );
});
