import { type ComponentProps, useId } from "react";

interface SwitchProps extends Omit<ComponentProps<"input">, "id" | "type" | "role" | "size"> {
  label: string;
  checked: boolean;
  hint?: string | undefined;
}

/** Setting that is on or off; a change takes effect at once. */
export function Switch({ label, checked, hint, className = "", ...input }: SwitchProps) {
  const id = useId();
  return (
    <div className={`flex items-start gap-3 ${className}`}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="relative mt-0.5 h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-round border border-line-strong bg-canvas transition-colors duration-(--hover) before:absolute before:start-0.5 before:top-0.5 before:size-3.5 before:rounded-round before:bg-ink-2 before:transition-transform before:duration-(--hover) before:content-[''] checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent disabled:cursor-not-allowed disabled:opacity-60 rtl:checked:before:-translate-x-4 forced-colors:before:bg-[ButtonText] forced-colors:checked:before:bg-[Highlight]"
        {...input}
      />
      <label htmlFor={id} className="min-w-0 cursor-pointer py-0.5 text-13">
        {label}
        {hint !== undefined && (
          <span id={`${id}-hint`} className="block text-12 text-ink-3">
            {hint}
          </span>
        )}
      </label>
    </div>
  );
}
