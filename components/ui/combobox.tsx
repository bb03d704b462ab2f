"use client";

import { Combobox as Base } from "@base-ui/react/combobox";
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { searchForm } from "#domain/search-form.ts";
import { drawnOptions, matches, type Option } from "./option.ts";
import { OptionPopup } from "./option-popup.tsx";

export interface ComboboxProps {
  label: string;
  isLabelHidden?: boolean | undefined;
  options: readonly Option[];
  /** Value of the chosen option; null for none. */
  value: string | null;
  /** Text shown while the value is none of the options: free text, or the name of a deleted subject. */
  text?: string | undefined;
  onChoose: (value: string | null) => void;
  /** Told what is typed, where the options for it come from elsewhere; empty while nothing is. */
  onQuery?: ((query: string) => void) | undefined;
  /** Takes words that are no option as they are: on Enter and on leaving the field. */
  onText?: ((text: string) => void) | undefined;
  /** Offers to make what is typed: "Create character ‘Mara’". */
  create?: CreateOffer | undefined;
  /** Has the caret when it appears. */
  takesFocus?: boolean | undefined;
  /** Shows its options when it appears, narrowed by what was typed to ask for it; null for nothing. */
  opensWith?: { readonly typed: string | null } | undefined;
  /** Told that something was chosen or kept, or that Escape left everything as it was. */
  onLeave?: ((isDone: boolean) => void) | undefined;
  placeholder?: string | undefined;
  /** Said when nothing matches. */
  nothing?: string | undefined;
  disabledReason?: string | null | undefined;
  className?: string | undefined;
}

/** Offer to make what is typed. */
interface CreateOffer {
  readonly label: (text: string) => string;
  readonly onCreate: (text: string) => void;
}

/** The value of the option that makes what is typed. */
const CREATE = "create";

function optionsFor(options: readonly Option[], query: string, create: ComboboxProps["create"]): readonly Option[] {
  const wanted = searchForm(query.trim());
  const found = options.filter(({ label, hint = "" }) => matches(`${label} ${hint}`, query));
  const starts = ({ label }: Option) => (searchForm(label).startsWith(wanted) ? 0 : 1);
  const shown = wanted === "" ? found : found.toSorted((a, b) => starts(a) - starts(b));
  const isNew = !options.some(({ label, isLoose }) => isLoose !== true && searchForm(label) === wanted);
  // Signs alone name nothing that could be made.
  if (create === undefined || !isNew || !/[\p{L}\p{N}]/u.test(wanted)) return shown;
  return [...shown, { value: CREATE, label: create.label(query.trim()), isAction: true }];
}

/** A field with options that typing narrows. The focus stays in the field. */
export function Combobox(props: ComboboxProps) {
  const {
    label,
    isLabelHidden = false,
    options,
    value,
    text = "",
    onChoose,
    onText,
    create,
    disabledReason,
    onLeave,
  } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const highlighted = useRef<Option | undefined>(undefined);
  // The field may go while what was typed is still there: leaving it takes nothing then.
  const wasLeft = useRef(false);
  const [query, setQuery] = useState<string | null>(props.opensWith?.typed ?? null);
  const [isOpen, setOpen] = useState(props.opensWith !== undefined);
  const before = options.find((option) => option.value === value)?.label ?? text;
  const found = useMemo(
    () => (isOpen ? optionsFor(options, query ?? "", create) : []),
    [isOpen, options, query, create],
  );
  const isDisabled = disabledReason != null;
  const typedBefore = useRef(props.opensWith?.typed ?? null);
  useLayoutEffect(() => {
    if (props.takesFocus !== true) return;
    field.current?.focus({ preventScroll: true });
    // What was typed to ask for the field goes on.
    const { current: typed } = typedBefore;
    if (typed !== null) field.current?.setSelectionRange(typed.length, typed.length);
  }, [props.takesFocus]);

  function close() {
    setOpen(false);
    setQuery(null);
    props.onQuery?.("");
  }
  function choose(option: Option) {
    const typed = query?.trim() ?? "";
    close();
    if (option.value === CREATE && option.isAction === true) create?.onCreate(typed);
    else onChoose(option.value);
    onLeave?.(true);
  }
  function commitText() {
    if (query === null || query === before || wasLeft.current) return;
    const exact = options.find((option) => searchForm(option.label) === searchForm(query.trim()));
    if (query.trim() === "") onChoose(null);
    else if (exact !== undefined) onChoose(exact.value);
    else onText?.(query.trim());
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    if (!isOpen && onLeave === undefined) return;
    if (event.key === "Escape") {
      // What the field is in, such as a dialog, stays open.
      event.stopPropagation();
      event.preventDefault();
      wasLeft.current = onLeave !== undefined;
      close();
      onLeave?.(false);
      return;
    }
    if (isOpen && highlighted.current !== undefined) return;
    event.preventDefault();
    // A single offer needs no choosing.
    const [only] = found;
    if (isOpen && found.length === 1 && only !== undefined && (query ?? "").trim() !== "") return choose(only);
    commitText();
    close();
    onLeave?.(true);
  }

  return (
    <div className={props.className}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "mb-1 block font-medium text-12 text-ink-2"}>
        {label}
      </label>
      <Base.Root<Option>
        open={isOpen}
        onOpenChange={(open, { reason }) => {
          if (open) setOpen(!isDisabled);
          else {
            // The popup closes before the field is left: what was typed is taken here.
            if (reason !== "escape-key" && reason !== "item-press") commitText();
            close();
          }
        }}
        items={drawnOptions(found)}
        filter={null}
        readOnly={isDisabled}
        // Words that may stay as they are must not give way to the first option that has them.
        autoHighlight={onText === undefined}
        onItemHighlighted={(option) => {
          highlighted.current = option;
        }}
        inputValue={query ?? before}
        onInputValueChange={(typed, { reason }) => {
          if (reason !== "input-change") return;
          setQuery(typed);
          props.onQuery?.(typed.trim());
        }}
        value={null}
        itemToStringLabel={(option) => option.label}
        onValueChange={(option) => {
          if (option !== null) choose(option);
        }}
      >
        <Base.Input
          ref={field}
          id={id}
          aria-disabled={isDisabled || undefined}
          data-tip={disabledReason ?? undefined}
          spellCheck={false}
          dir="auto"
          placeholder={props.placeholder}
          onKeyDown={onKeyDown}
          onFocus={(event) => event.target.select()}
          onBlur={() => {
            commitText();
            close();
          }}
          className="min-h-8 w-full rounded-control border border-line-strong bg-panel px-2 py-1 text-13 text-ink placeholder:text-ink-3 hover:border-ink-3 focus:border-accent aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-ink-2 pointer-coarse:text-16"
        />
        <OptionPopup label={label} count={found.length} nothing={props.nothing ?? "No results."} anchor={field} />
      </Base.Root>
    </div>
  );
}
