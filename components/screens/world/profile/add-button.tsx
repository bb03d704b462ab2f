import { Plus } from "lucide-react";
import { Button, type ButtonProps } from "../../../ui/button.tsx";

/** The quiet button below a section that adds to it. */
export function AddButton(props: Pick<ButtonProps, "children" | "disabledReason" | "onClick">) {
  return (
    <Button size="sm" variant="bare" className="mt-2 -ms-2.5" icon={<Plus aria-hidden="true" size={14} />} {...props} />
  );
}
