/** A combination of keys, as this platform writes it. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center whitespace-nowrap rounded-control border border-line bg-canvas px-1 font-code text-11 text-ink-2 leading-4">
      {children}
    </kbd>
  );
}
