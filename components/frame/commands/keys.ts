/** A combination of keys, taken apart. */
export interface Combination {
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** Key as in `KeyboardEvent.key`, in lower case: `z`, `?`, `f8`, `arrowup`; `space` for the space bar. */
  readonly key: string;
}

/** Parts of a key press that shortcuts compare. */
export type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Takes `shift+mod+z` apart. */
export function parseKeys(keys: string): Combination {
  const parts = keys.toLowerCase().split("+");
  const key = parts.pop() ?? "";
  return {
    mod: parts.includes("mod"),
    shift: parts.includes("shift"),
    alt: parts.includes("alt"),
    key: key === "" ? "+" : key,
  };
}

/** The key that was pressed, whatever alphabet the keyboard writes: letters and digits also by where they lie. */
function pressed({ key, code }: Press, wanted: string): boolean {
  const name = key === " " ? "space" : key.toLowerCase();
  if (name === wanted) return true;
  if (/^[0-9]$/.test(wanted)) return code === `Digit${wanted}`;
  // On a keyboard that writes Greek or Cyrillic, the key where Z lies is still Z.
  const isForeignLetter = name.length === 1 && name > "~";
  return /^[a-z]$/.test(wanted) && isForeignLetter && code === `Key${wanted.toUpperCase()}`;
}

/** Signs that are typed with or without Shift, depending on the keyboard. */
const isSign = (key: string): boolean => key.length === 1 && !/[a-z0-9]/.test(key);

/** Whether a press is this combination. `isMac` decides what `mod` is. */
export function matches(press: Press, wanted: Combination, isMac: boolean): boolean {
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (mod !== wanted.mod || other || press.altKey !== wanted.alt) return false;
  if (press.shiftKey !== wanted.shift && !(isSign(wanted.key) && press.shiftKey)) return false;
  return pressed(press, wanted.key);
}

/** Whether it acts without Ctrl, ⌘ or a function key: such keys are left to fields, and can be switched off. */
export const isBare = ({ mod, alt, key }: Combination): boolean => !mod && !alt && !/^f\d+$/.test(key);

/** A single letter, digit or sign: what speech input and slips of the hand type by accident (WCAG 2.1.4). */
export const isSingleCharacter = (combination: Combination): boolean =>
  isBare(combination) && combination.key.length === 1;

/** Keys with Ctrl or ⌘ that fields handle themselves: editing, and moving by words and lines. */
const OF_FIELDS = /^(a|b|c|i|u|v|x|arrow\w+|backspace|delete|home|end)$/;

/** Whether a field under the caret keeps the combination for itself. */
export function belongsToFields(combination: Combination): boolean {
  return isBare(combination) || (combination.mod && OF_FIELDS.test(combination.key));
}

const REPEATING = /^(arrow\w+|tab|f\d+|z|y|\[|\]|j|k)$/;

/** Whether holding the keys does it again and again. */
export const repeats = ({ key }: Combination): boolean => REPEATING.test(key);

const SIGNS: Readonly<Record<string, string>> = {
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  enter: "Enter",
  escape: "Esc",
  space: "Space",
  backspace: "Backspace",
  delete: "Del",
  tab: "Tab",
  home: "Home",
  end: "End",
  pageup: "Page Up",
  pagedown: "Page Down",
  contextmenu: "Menu",
};
const MAC_SIGNS: Readonly<Record<string, string>> = { ...SIGNS, backspace: "⌫", tab: "⇥", enter: "↩" };

/** Returns a shortcut as this platform writes it: `⇧⌘Z`, `Ctrl+Shift+Z`. */
export function showKeys(keys: string, isMac: boolean): string {
  const { mod, shift, alt, key } = parseKeys(keys);
  const name = (isMac ? MAC_SIGNS : SIGNS)[key] ?? key.toUpperCase();
  if (isMac) return `${alt ? "⌥" : ""}${shift ? "⇧" : ""}${mod ? "⌘" : ""}${name}`;
  return [mod && "Ctrl", alt && "Alt", shift && "Shift", name].filter(Boolean).join("+");
}

/** Returns a shortcut in the form of `aria-keyshortcuts`. */
export function ariaKeys(keys: string, isMac: boolean): string {
  const { mod, shift, alt, key } = parseKeys(keys);
  const name =
    key === "space"
      ? "Space"
      : key.replace(
          /^(arrow)?(.)/,
          (_all, arrow: string | undefined, letter: string) =>
            `${arrow === undefined ? "" : "Arrow"}${letter.toUpperCase()}`,
        );
  return [mod && (isMac ? "Meta" : "Control"), alt && "Alt", shift && "Shift", name].filter(Boolean).join("+");
}
