import { Window } from "happy-dom";

/** Names that Node has too, and that are the document's while one is open. */
const TAKEN = ["window", "self", "navigator", "localStorage", "Event", "CustomEvent", "EventTarget"];

/** Opens a document in a process that is not a browser's, beside the server; the function it returns takes it away again. */
export function openDocument(url: string): () => Promise<void> {
  const window = new Window({ url });
  const before = new Map<string, PropertyDescriptor | undefined>();
  for (const name of new Set([...Object.getOwnPropertyNames(window), ...TAKEN])) {
    if (name in globalThis && !TAKEN.includes(name)) continue;
    const own: unknown = Reflect.get(window, name);
    const value = typeof own === "function" && /^[a-z]/.test(name) ? own.bind(window) : own;
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return async () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
    await window.happyDOM.close();
  };
}
