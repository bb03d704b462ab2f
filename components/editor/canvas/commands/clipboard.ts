import { CLIPPING_FORM } from "../../gestures/clipboard-content.ts";

/**
 * The form in which nodes travel over the clipboard. A page may put any type on it during a copy; what it puts there by
 * request of a menu must carry the `web ` prefix. Both are read.
 */
const TYPE = "application/x-fabula+json";
const WEB_TYPE = `web ${TYPE}`;
const TEXT = "text/plain";

/** Content of the clipboard, as far as the canvas can use it. */
export interface ClipboardText {
  readonly content: string;
  readonly text: string;
}

// A browser without forms of one's own keeps the words alone. As long as those are on the clipboard, this is what they
// were copied from.
let last: ClipboardText | null = null;

/** Puts nodes on the clipboard during a copy. */
export function putOn(data: DataTransfer, copied: ClipboardText): void {
  last = copied;
  data.setData(TEXT, copied.text);
  data.setData(TYPE, copied.content);
}

/** Takes from the clipboard during a paste. */
export function takeFrom(data: DataTransfer): ClipboardText {
  return recalled(data.getData(TYPE) || data.getData(WEB_TYPE), data.getData(TEXT));
}

/** Puts nodes on the clipboard by request of a menu; false where the browser does not let us. */
export async function write(copied: ClipboardText): Promise<boolean> {
  last = copied;
  const forms: Record<string, Blob> = { [TEXT]: new Blob([copied.text], { type: TEXT }) };
  if (typeof ClipboardItem === "undefined") return false;
  if (ClipboardItem.supports?.(WEB_TYPE)) forms[WEB_TYPE] = new Blob([copied.content], { type: WEB_TYPE });
  return navigator.clipboard.write([new ClipboardItem(forms)]).then(
    () => true,
    () => false,
  );
}

/** Reads the clipboard by request of a menu; null where the browser or the person does not let us. */
export async function read(): Promise<ClipboardText | null> {
  try {
    const [item] = await navigator.clipboard.read();
    if (item === undefined) return { content: "", text: "" };
    const of = async (type: string) => (item.types.includes(type) ? (await item.getType(type)).text() : "");
    return recalled(await of(WEB_TYPE), await of(TEXT));
  } catch {
    return null;
  }
}

function recalled(content: string, text: string): ClipboardText {
  if (content.includes(CLIPPING_FORM)) return { content, text };
  return { content: last !== null && sameWords(last.text, text) ? last.content : "", text };
}

/** Whether two texts are equal but for line ends, which some systems rewrite. */
const sameWords = (a: string, b: string): boolean => a.replaceAll("\r\n", "\n") === b.replaceAll("\r\n", "\n");
