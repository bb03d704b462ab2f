import type { FormErrors } from "./form-errors.ts";
import { Notice } from "./notice.tsx";

/** Above a form: what was wrong that no field of it shows. */
export function FormSummary({ title, errors }: { title: string; errors: FormErrors }) {
  const marked = Object.keys(errors.fields).length;
  if (errors.summary.length === 0 && marked === 0) return null;
  return (
    <Notice tone="error" title={title} announce>
      {errors.summary.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {marked > 0 && <p>{marked === 1 ? "One field needs another look." : `${marked} fields need another look.`}</p>}
      {errors.requestId !== null && <p className="mt-1 break-all font-code text-11">request {errors.requestId}</p>}
    </Notice>
  );
}
