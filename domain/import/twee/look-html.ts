import { decodeHTMLStrict } from "entities/decode";
import { HTML_TAG } from "./html-tags.ts";
import { anyOf, LookReader, type LostLook } from "./look.ts";

const SIGNS = anyOf(/&#?\w{1,32};/, HTML_TAG);

/** Reads HTML alone, for stories whose format nothing gives away. */
export class HtmlLook extends LookReader {
  constructor(text: string, lost: Set<LostLook>) {
    super(text, lost, SIGNS);
  }

  protected sign(found: RegExpExecArray): number {
    const [sign] = found;
    if (sign.startsWith("<")) return this.tag(sign, found.index);
    const text = decodeHTMLStrict(sign);
    if (text === sign) return this.letters(found);
    const end = found.index + sign.length;
    this.write(found.index, end, { kind: "words", text });
    return end;
  }
}
