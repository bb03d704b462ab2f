"use client";

import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { searchForm } from "#domain/search-form.ts";
import { POPUP, POPUP_ITEM } from "./popup-style.ts";

/** A choice of a combobox. */
export interface ComboboxItem {
  readonly id: string;
  readonly label: string;
  /** Said after the label, quieter. */
  readonly detail?: string | undefined;
  readonly icon?: ReactNode;
}

export interface ComboboxProps {
  label: string;
  isLabelHidden?: boolean | undefined;
  items: readonly ComboboxItem[];
  /** Id of the chosen item; null for none. */
  value: string | null;
  /** What is shown while the value is none of the items: free text, or the name of something gone. */
  text?: string | undefined;
  onChoose: (id: string | null) => void;
  /** Takes words that are no item as they are: on Enter and on leaving the field. */
  onText?: ((text: string) => void) | undefined;
  /** Offers to make what is typed: "Create character ‘Mara’". */
  create?: { readonly label: (text: string) => string; readonly onCreate: (text: string) => void } | undefined;
  placeholder?: string | undefined;
  /** Said when nothing matches. */
  nothing?: string | undefined;
  disabledReason?: string | null | undefined;
  className?: string | undefined;
}

/** More than this is narrowed by typing on, not by scrolling. */
const MAX_SHOWN = 100;

type Option =
  | { readonly kind: "item"; readonly id: string; readonly item: ComboboxItem }
  | { readonly kind: "create"; readonly id: string; readonly text: string };

function optionsFor(items: readonly ComboboxItem[], query: string, create: ComboboxProps["create"]): readonly Option[] {
  const wanted = searchForm(query.trim());
  const found = items.filter((item) => searchForm(`${item.label} ${item.detail ?? ""}`).includes(wanted));
  const starts = (item: ComboboxItem) => (searchForm(item.label).startsWith(wanted) ? 0 : 1);
  const shown = wanted === "" ? found : found.toSorted((a, b) => starts(a) - starts(b));
  const options: Option[] = shown.slice(0, MAX_SHOWN).map((item) => ({ kind: "item", id: item.id, item }));
  const isNew = wanted !== "" && !items.some((item) => searchForm(item.label) === wanted);
  if (create !== undefined && isNew) options.push({ kind: "create", id: "create", text: query.trim() });
  return options;
}

/**
 * A field with choices that typing narrows. The list stands in the top layer, tied to the field by the browser, so that
 * no panel cuts it off; the focus stays in the field.
 */
export function Combobox(props: ComboboxProps) {
  const { label, isLabelHidden = false, items, value, text = "", onChoose, onText, create, disabledReason } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [activeAt, setActiveAt] = useState(-1);
  const chosen = value === null ? undefined : items.find((item) => item.id === value);
  const shown = query ?? chosen?.label ?? text;
  const options = useMemo(() => (isOpen ? optionsFor(items, query ?? "", create) : []), [isOpen, items, query, create]);
  const active = options[activeAt];
  const anchor = `--${id.replaceAll(/[^\w-]/g, "")}`;
  const isDisabled = disabledReason != null;

  useEffect(() => {
    const box = list.current;
    if (box === null || !isOpen) return;
    box.showPopover();
    return () => box.hidePopover();
  }, [isOpen]);

  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: "nearest" });
  }, [active, id]);

  function open() {
    if (isDisabled || isOpen) return;
    setOpen(true);
    setActiveAt(-1);
  }
  function close() {
    setOpen(false);
    setQuery(null);
  }
  function choose(option: Option) {
    close();
    if (option.kind === "create") create?.onCreate(option.text);
    else onChoose(option.id);
  }
  function commitText() {
    if (query === null || query === shownBefore()) return;
    const exact = items.find((item) => searchForm(item.label) === searchForm(query.trim()));
    if (query.trim() === "") onChoose(null);
    else if (exact !== undefined) onChoose(exact.id);
    else onText?.(query.trim());
  }
  const shownBefore = () => chosen?.label ?? text;

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.altKey || event.metaKey || event.ctrlKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) return open();
      if (options.length > 0)
        setActiveAt((at) => (at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length));
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      const option = active ?? (onText === undefined && query !== null ? options[0] : undefined);
      if (option !== undefined) return choose(option);
      commitText();
      close();
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }

  return (
    <div className={props.className}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "mb-1 block font-medium text-12 text-ink-2"}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
        aria-disabled={isDisabled || undefined}
        readOnly={isDisabled}
        data-tip={disabledReason ?? undefined}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={shown}
        placeholder={props.placeholder}
        style={{ anchorName: anchor } as CSSProperties}
        onChange={(event) => {
          setQuery(event.target.value);
          setOpen(true);
          setActiveAt(-1);
        }}
        onClick={open}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          commitText();
          close();
        }}
        className="min-h-8 w-full rounded-control border border-line-strong bg-panel px-2 py-1 text-13 text-ink placeholder:text-ink-3 hover:border-ink-3 focus:border-accent aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-ink-2 pointer-coarse:text-16"
      />
      <div
        ref={list}
        popover="manual"
        style={{ positionAnchor: anchor, minWidth: "max(12rem, anchor-size(width))" } as CSSProperties}
        className={`${POPUP} inset-auto my-1 max-h-72 max-w-96 overflow-y-auto p-1 [position-area:block-end_span-inline-end] [position-try-fallbacks:flip-block,flip-inline,flip-block_flip-inline]`}
      >
        <div role="listbox" id={`${id}-list`} aria-label={label}>
          {options.map((option, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus and the keys stay in the field.
            <div
              key={option.id}
              id={`${id}-${option.id}`}
              role="option"
              aria-selected={option.id === value}
              data-highlighted={at === activeAt || undefined}
              className={POPUP_ITEM}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActiveAt(at)}
              onClick={() => choose(option)}
            >
              {option.kind === "create" ? create?.label(option.text) : <ItemLine item={option.item} />}
            </div>
          ))}
        </div>
        {isOpen && options.length === 0 && (
          <p className="px-2.5 py-2 text-13 text-ink-3">{props.nothing ?? "Nothing matches."}</p>
        )}
      </div>
    </div>
  );
}

function ItemLine({ item }: { item: ComboboxItem }) {
  return (
    <>
      {item.icon}
      <span className="min-w-0 grow truncate" dir="auto">
        {item.label}
      </span>
      {item.detail !== undefined && (
        <span className="min-w-0 truncate text-12 text-ink-3" dir="auto">
          {item.detail}
        </span>
      )}
    </>
  );
}
