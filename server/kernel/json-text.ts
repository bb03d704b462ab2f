const texts = new WeakMap<object, string>();

/** Returns the JSON of a value that changes no more, made once while the value lives. */
export function jsonText(value: object): string {
  let text = texts.get(value);
  if (text === undefined) {
    text = JSON.stringify(value);
    texts.set(value, text);
  }
  return text;
}
