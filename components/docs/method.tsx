const COLOURS: Record<string, string> = {
  GET: "text-read",
  POST: "text-create",
  PATCH: "text-change",
  DELETE: "text-remove",
};

/** An HTTP method, in the voice of code. */
export function Method({ name, className = "" }: { name: string; className?: string }) {
  return (
    <span className={`font-code font-semibold text-11 tracking-wide ${COLOURS[name] ?? "text-ink-2"} ${className}`}>
      {name}
    </span>
  );
}
