import { Button } from "../button.tsx";
import { Fields, FormFrame, Submit } from "./form.tsx";
import type { Form } from "./use-form.ts";

interface EditFormProps<Values extends object> {
  form: Form<Values>;
  /** Label of the button that creates; null where the form changes something that is there. */
  create: string | null;
  onCancel: () => void;
}

/** All fields of a form with its buttons: one that creates or saves, and one that discards what was typed. */
export function EditForm<Values extends object>({ form, create, onCancel }: EditFormProps<Values>) {
  const isNew = create !== null;
  return (
    <FormFrame form={form} focuses={isNew}>
      <Fields form={form} />
      <div className="flex flex-wrap items-center gap-2">
        <Submit form={form} busy="Saving…" size="sm">
          {create ?? "Save changes"}
        </Submit>
        {(isNew || form.isEdited) && (
          <Button
            size="sm"
            variant="bare"
            onClick={() => {
              form.discard();
              onCancel();
            }}
          >
            {isNew ? "Cancel" : "Discard changes"}
          </Button>
        )}
      </div>
    </FormFrame>
  );
}
